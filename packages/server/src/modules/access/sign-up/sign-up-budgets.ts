import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callerAt } from '../../../kit/limits.ts'
import { takeOne } from '../hourly-budgets/index.ts'

/** Sign-ups within an hour. */
const perHour = { mailbox: 3, network: 10, tenant: 500 } as const
type Budget = keyof typeof perHour

const take = (ctx: Context, budget: Budget, name: string): Promise<boolean> =>
  takeOne(ctx, { purpose: `sign-up ${budget}`, name, perHour: perHour[budget] })

/**
 * Counts a sign-up against network and tenant, then against the mailbox. Whether the mailbox gets
 * a mail: who asks is not told that it has had its share.
 * @throws too_many_requests
 */
export const countSignUp = async (ctx: Context, mailbox: string): Promise<boolean> => {
  const isWithin =
    (await take(ctx, 'network', callerAt(ctx.request.address))) && (await take(ctx, 'tenant', ''))
  if (!isWithin) throw new ApiError('too_many_requests')
  return take(ctx, 'mailbox', mailbox)
}
