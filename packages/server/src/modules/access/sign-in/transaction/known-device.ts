import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { deviceOf } from '../../../authenticators/devices/index.ts'
import { openTransaction, type Transaction } from './record.ts'

interface Given {
  readonly authToken: string
  readonly machineNonce?: string | undefined
}

const transactionOf = async (ctx: Context, authToken: string): Promise<Transaction | null> => {
  try {
    return await openTransaction(ctx, authToken)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Whether an answer comes from a browser in which its user has signed in before. */
export const isOnKnownDevice = async (
  ctx: Context,
  { authToken, machineNonce }: Given,
): Promise<boolean> => {
  const transaction = await transactionOf(ctx, authToken)
  const device = deviceOf(ctx, machineNonce) ?? transaction?.device ?? null
  // Unknown identifiers are looked up, too: the time must not tell them apart.
  const userId = transaction?.userId ?? transaction?.stranger ?? null
  if (device === null || userId === null) return false
  const known = await ctx.db
    .selectFrom('known_devices')
    .select('device')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('device', '=', device)
    .executeTakeFirst()
  return known !== undefined
}
