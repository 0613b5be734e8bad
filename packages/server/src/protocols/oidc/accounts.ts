import type { Context } from '../../kit/context.ts'
import { type Account, accountOf } from './account-claims.ts'
import { type AccountRow, findAccountRow } from './accounts.repository.ts'
import { groupClaims } from './group-claims.ts'
import { words } from './ordinary.ts'
import { unitOfWork } from './unit-of-work.ts'

export const rememberAccount = (row: AccountRow): void => {
  const account = accountOf(row)
  if (account !== null) unitOfWork().accounts.set(row.id, account)
}

/** As the library asks: with the groups where the scope asks for them. */
const withGroups = (ctx: Context, account: Account) => ({
  ...account,
  claims: async (_use: string, scope: string) => ({
    ...account.claims(),
    ...(await groupClaims(ctx, account.accountId, words(scope))),
  }),
})

/** The user behind a subject; read at most once a request. */
export const findAccount = async (_ctx: unknown, subject: string) => {
  const { accounts, ctx } = unitOfWork()
  const known = accounts.get(subject)
  if (known !== undefined) return withGroups(ctx, known)
  const row = await findAccountRow(ctx.db, ctx.tenant.id, subject)
  const account = row === undefined ? null : accountOf(row)
  if (account === null) return undefined
  accounts.set(subject, account)
  return withGroups(ctx, account)
}
