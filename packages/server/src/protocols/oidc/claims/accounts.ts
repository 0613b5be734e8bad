import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../../kit/context.ts'
import { words } from '../ordinary.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { type Account, accountOf, withOthers } from './account-claims.ts'
import { type AccountRow, findAccountRow } from './accounts.repository.ts'
import { customClaims } from './custom-claims.ts'
import { groupClaims } from './group-claims.ts'
import { organizationClaim, organizationOfGrant } from './organizations.ts'

export const rememberAccount = (row: AccountRow): void => {
  const account = accountOf(row)
  if (account !== null) unitOfWork().accounts.set(row.id, account)
}

/** The part of a token, code or request by which it belongs to a sign-in and a client. */
interface Origin {
  readonly clientId?: string | undefined
  readonly sessionUid?: string | undefined
  readonly rar?: readonly object[] | undefined
  readonly grantId?: string | undefined
}

/** The claims that were asked for by name, and granted. */
const namesIn = (asked: unknown): readonly string[] =>
  typeof asked === 'object' && asked !== null ? Object.keys(asked) : []

/** As the library asks: with groups and added claims where the scope asks for them. */
const withMore = (ctx: Context, account: Account, origin: Origin) => ({
  ...account,
  claims: async (_use: string, scope: string, asked: unknown) => ({
    sub: account.accountId,
    ...withOthers(account.claims(), {
      ...(await groupClaims(ctx, account.accountId, words(scope))),
      ...(await customClaims(ctx, {
        accountId: account.accountId,
        clientId: origin.clientId ?? '',
        sessionId: origin.sessionUid ?? null,
        scopes: words(scope),
        names: namesIn(asked),
        details: origin.rar ?? [],
      })),
      ...(await organizationClaim(ctx, account.accountId, organizationOfGrant(origin.grantId))),
    }),
  }),
})

/** The user behind a subject; read at most once a request. */
export const findAccount = async (koa: KoaContextWithOIDC, subject: string, token?: Origin) => {
  const { accounts, ctx } = unitOfWork()
  const origin = {
    clientId: token?.clientId ?? koa.oidc.client?.clientId,
    sessionUid: token?.sessionUid ?? koa.oidc.session?.uid,
    rar: token?.rar,
    grantId: token?.grantId,
  }
  const known = accounts.get(subject)
  if (known !== undefined) return withMore(ctx, known, origin)
  const row = await findAccountRow(ctx.db, ctx.tenant.id, subject)
  const account = row === undefined ? null : accountOf(row)
  if (account === null) return undefined
  accounts.set(subject, account)
  return withMore(ctx, account, origin)
}
