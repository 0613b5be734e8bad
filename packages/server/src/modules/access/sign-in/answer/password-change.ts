import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import { hashChosen, storePassword } from '../../../authenticators/passwords/index.ts'
import { endSessionsOf } from '../../../tenancy/sessions/index.ts'
import { moveOn } from '../conclude/move-on.ts'
import type { Doors } from '../transaction/doors.ts'
import { expectAction, readSituation } from '../transaction/situation.ts'

interface Change {
  readonly authToken: string
  readonly newPassword: string
}

/**
 * Replaces a password that the sign-in will not go on with; every factor was proven before.
 * @throws no_transaction, password_invalid, password_invalid_compromised, password_invalid_history
 */
export const changeExpired = async (
  ctx: Context,
  doors: Doors,
  { authToken, newPassword }: Change,
) => {
  const situation = await readSituation(ctx, authToken)
  expectAction(situation, 'PASSWORD_CHANGE')
  const { account, transaction } = situation
  const hash = await hashChosen(ctx, { userId: account.id, password: newPassword })
  const change = { userId: account.id, hash, forceChange: false, transactionId: transaction.id }
  const tell = await ctx.transaction(async (ctx) => {
    await storePassword(ctx, change)
    await endSessionsOf(ctx, account.id)
    audit(ctx, 'PASSWORD_CHANGED', {
      subject: { entity: 'USERS', id: account.id, name: account.name },
      actor: { kind: 'user', id: account.id, name: account.name },
    })
    return moveOn(ctx, doors, { transaction, device: transaction.device })
  })
  return tell()
}
