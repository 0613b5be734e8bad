import { createHmac } from 'node:crypto'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { Context } from '../../../kit/context.ts'
import { keyObjectOf } from '../../../platform/secrets/key-objects.ts'
import { hashUuid } from '../devices/index.ts'
import {
  chargeAnswer,
  type Holder,
  listBudgets,
  refundAnswer,
  removeBudgets,
} from './attempts.repository.ts'
import { budgetOf, type CountedFactor, isCounted } from './budgets.ts'

/** The key under which an identifier that is nobody's is counted: stable, and tells nothing. */
export const strangerOf = (ctx: Context, identifier: string): string => {
  const key = ctx.platform.secrets.derive(ctx.tenant.id, 'stranger')
  const name = normaliseIdentifier(identifier) ?? `\0${identifier}`
  return hashUuid(createHmac('sha256', keyObjectOf(key)).update(name).digest())
}

interface Attempt {
  readonly userId: string
  readonly factor: CountedFactor
  /** The key of the device it comes from; null for an unnamed one. */
  readonly device: string | null
}

/**
 * Charges one answer, committed before it is checked; null when the budget is used up. Give the
 * holder back with `settle` when the answer was right.
 */
export const reserve = async (
  ctx: Context,
  { userId, factor, device }: Attempt,
): Promise<Holder | null> => {
  const account = { subject: userId, factor, budget: await budgetOf(ctx, factor, userId) }
  const charged = await chargeAnswer(ctx, { ...account, user: userId, device })
  return charged === undefined ? null : { ...account, device: charged }
}

/** A reserved answer was right: its cost goes back. */
export const settle = async (ctx: Context, holder: Holder): Promise<void> => {
  await ctx.db.executeQuery(refundAnswer(ctx, holder))
}

interface Lockout {
  readonly type: CountedFactor
  readonly device: 'KNOWN' | 'STRANGE'
  readonly attempts: number
  readonly remainingAttempts: number
  readonly lockoutDate: Date
  readonly lockoutExpiry: Date | null
}

/** What wrong answers have used up of a user's budgets. */
export const listLockouts = async (ctx: Context, userId: string): Promise<readonly Lockout[]> => {
  const now = ctx.platform.clock.now()
  const rows = await listBudgets(ctx, userId)
  const lockouts = rows.map(async ({ factor, device, failures, last_failed_at, locked_until }) => {
    if (!isCounted(factor)) return null
    const { batch } = await budgetOf(ctx, factor, userId)
    const isLocked = locked_until !== null && locked_until > now
    return {
      type: factor,
      device: device === '' ? 'STRANGE' : 'KNOWN',
      attempts: batch,
      remainingAttempts: isLocked ? 0 : batch - (failures % batch),
      lockoutDate: last_failed_at,
      lockoutExpiry: isLocked ? locked_until : null,
    } as const
  })
  return (await Promise.all(lockouts)).filter((lockout) => lockout !== null)
}

/** Until when strange devices are locked out of a factor; null when they are not. */
export const lockoutExpiryOf = (lockouts: readonly Lockout[], factor: CountedFactor): Date | null =>
  lockouts.find(({ type, device }) => type === factor && device === 'STRANGE')?.lockoutExpiry ??
  null

/** Forgets failed attempts of users: after an administrator's unlock, or with a new password. */
export const clearBudgets = (
  ctx: Context,
  userIds: string | readonly string[],
  factors: readonly CountedFactor[] | null = null,
): Promise<void> => removeBudgets(ctx, [userIds].flat(), factors)
