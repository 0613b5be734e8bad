import type { Context } from '../../../../../kit/context.ts'
import { channels } from '../../../../authenticators/attempts/index.ts'
import { passthrough } from '../../../../authenticators/passthrough/index.ts'
import { fitsHash, preparedPassword } from '../../../../authenticators/passwords/index.ts'
import type { Account } from '../../transaction/accounts.repository.ts'
import { type Answer, factor } from './factor.ts'

interface Judged {
  readonly account: Account | null
  readonly password: string | null
}

/** Against the hash that is kept here: its work is done for strangers, too. */
const isRightHere = async (ctx: Context, { account, password }: Judged): Promise<boolean> => {
  const pretended = passthrough.pretendToJudge(ctx)
  const { id: userId = null, hash: stored = null, binding = null } = account ?? {}
  const right = await fitsHash(ctx, { userId, stored, binding, password })
  if (!right) await pretended
  return right
}

/** By the service that has the user's password; the hash's work is done as for everybody. */
const isRightThere = async (
  ctx: Context,
  { transaction, given }: Answer,
  { definitionId, userId }: { readonly definitionId: string; readonly userId: string },
): Promise<boolean> => {
  const password = given.response ?? ''
  const [right] = await Promise.all([
    passthrough.judgePassword(ctx, {
      definitionId,
      userId,
      password,
      transactionId: transaction.id,
      application: transaction.applicationName,
    }),
    fitsHash(ctx, { userId: null, stored: null, binding: null, password }),
  ])
  return right
}

/** The password: its hash comes with the account, or another service judges it. */
export const passwordFactor = {
  ...factor<{ readonly id: string }>({
    query: (ctx, { transaction }) => passthrough.definitionQuery(ctx, transaction.userId),
    async check(ctx, answer, { account, rows: [definition] }) {
      const password = preparedPassword(answer.given.response ?? '')
      const { userId, stranger } = answer.transaction
      const mayPass = await passthrough.isPassed(ctx, {
        person: userId ?? stranger,
        administrator: account?.administrator ?? false,
      })
      const isPassed = mayPass && account !== null && definition !== undefined
      const right = isPassed
        ? await isRightThere(ctx, answer, { definitionId: definition.id, userId: account.id })
        : await isRightHere(ctx, { account, password })
      if (!right || account === null || password === null) return null
      return {
        userId: account.id,
        authenticatorId: null,
        class: 'KNOWLEDGE',
        channel: channels.PASSWORD,
        verifiedUser: false,
        uses: [],
        ...(isPassed ? { provenAs: 'PASSTHROUGH' } : {}),
      }
    },
  }),
  expectRoom: (ctx: Context) => ctx.platform.hashes.expectRoom(ctx.tenant.id),
}
