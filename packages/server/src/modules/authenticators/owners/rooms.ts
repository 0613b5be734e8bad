import type { ErrorCode } from '@signet/contract/errors'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type LimitedPerUser, lockLimitOf } from '../../../platform/db/limit-lock.ts'

/** A user by id; in sets also with the groups they are in, which are read once for all. */
export type Keeper =
  | string
  | { readonly id: string; readonly groups: readonly { readonly id: string }[] }

export const idOf = (keeper: Keeper): string => (typeof keeper === 'string' ? keeper : keeper.id)

/** Takes room for one more for a user, as often as it is called. */
export type TakeRoom = (keeper: Keeper) => Promise<void>

interface Limit {
  readonly owners: readonly string[]
  readonly mostOf: (keeper: Keeper) => Promise<number>
  /** Thrown where there is no room. */
  readonly full: ErrorCode
}

/**
 * Room for more of what each user may have so many of. Others who give these users one wait until
 * the transaction ends; what they have is read once.
 */
export const roomsOf = async (
  ctx: Context,
  what: LimitedPerUser,
  { owners, mostOf, full }: Limit,
): Promise<TakeRoom> => {
  await lockLimitOf(ctx, what, owners)
  const { rows } = await sql<{ user_id: string; count: number }>`
    select user_id, count(*)::integer as count from ${sql.table(what)}
    where tenant_id = ${ctx.tenant.id} and user_id = any (${owners}::uuid[])
    group by user_id`.execute(ctx.db)
  const counts = new Map(rows.map((row) => [row.user_id, row.count]))
  return async (keeper) => {
    const id = idOf(keeper)
    const count = counts.get(id) ?? 0
    if (count >= (await mostOf(keeper))) throw new ApiError(full)
    counts.set(id, count + 1)
  }
}
