import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { clearBudgetsOf } from '../attempts/index.ts'
import { matchPair } from './codes.ts'
import { createMany } from './token-making.ts'
import { subjectOf } from './tokens.present.ts'
import { type AcceptedStep, countTokens, findTaken, type StoredToken } from './tokens.repository.ts'

interface Sought {
  readonly ids?: readonly string[]
  readonly serials?: readonly string[]
  /** Whose tokens. */
  readonly owners?: readonly string[]
}

const find = async (
  ctx: Context,
  { ids = [], serials = [], owners = [] }: Sought,
): Promise<readonly StoredToken[]> => {
  const { rows } = await sql<StoredToken>`
    select * from tokens where tenant_id = ${ctx.tenant.id}
      and (id = any (${ids}::uuid[]) or serial = any (${serials}::text[])
        or user_id = any (${owners}::uuid[]))
    order by id`.execute(ctx.db)
  return rows
}

/** Those of the tokens that are still there, held until the transaction ends. */
const hold = async (
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredToken>> => {
  const { rows } = await sql<StoredToken>`
    select * from tokens where tenant_id = ${ctx.tenant.id} and id = any (${ids}::uuid[])
    order by id for update`.execute(ctx.db)
  return new Map(rows.map((token) => [token.id, token]))
}

/** What is known of a token's clock after codes of it; null where only the old is forgotten. */
interface Reset {
  readonly token: StoredToken
  readonly accepted: AcceptedStep | null
}

/** Takes codes over, or forgets what was learnt of the clocks and the wrong codes of the owners. */
const reset = async (ctx: Context, resets: readonly Reset[]): Promise<void> => {
  if (resets.length === 0) return
  const now = ctx.platform.clock.now()
  const rows = resets.map(({ token, accepted }) => ({
    id: token.id,
    last_step: accepted?.step ?? token.last_step,
    drift_quarters: accepted?.driftQuarters ?? 0,
    last_used_at: accepted === null ? token.last_used_at : now,
  }))
  await sql`
    update tokens t set last_step = r.last_step, drift_quarters = r.drift_quarters,
      last_used_at = r.last_used_at, version = t.version + 1
    from jsonb_populate_recordset(null::tokens, ${JSON.stringify(rows)}::jsonb) r
    where t.tenant_id = ${ctx.tenant.id} and t.id = r.id`.execute(ctx.db)
  const forgotten = resets.filter(({ accepted }) => accepted === null)
  await clearBudgetsOf(
    ctx,
    forgotten.flatMap(({ token }) => token.user_id ?? []),
    'TOKEN',
  )
  for (const { token, accepted } of resets) {
    audit(ctx, accepted === null ? 'TOKEN_RESET' : 'TOKEN_SYNCHRONISED', {
      subject: subjectOf(token),
      attributes: { user: token.user_id },
    })
  }
}

/** Deletes many tokens, each with its event. */
const remove = async (ctx: Context, tokens: readonly StoredToken[]): Promise<void> => {
  if (tokens.length === 0) return
  const ids = tokens.map(({ id }) => id)
  await sql`delete from tokens where tenant_id = ${ctx.tenant.id}
    and id = any (${ids}::uuid[])`.execute(ctx.db)
  for (const token of tokens) {
    audit(ctx, 'TOKEN_DELETED', {
      subject: subjectOf(token),
      attributes: { user: token.user_id, type: token.type },
    })
  }
}

interface Keeper {
  readonly id: string
  readonly groups: readonly { readonly id: string }[]
}

/**
 * Takes room for one more token of somebody, as often as it is called.
 * @throws token_limit_reached
 */
export type TakeRoom = (keeper: Keeper) => Promise<void>

/** For people whose rows are held: what they have is read once. */
const rooms = async (ctx: Context, owners: readonly string[]): Promise<TakeRoom> => {
  const counts = new Map(await countTokens(ctx, owners))
  return async (keeper) => {
    const { maximumPerUser } = await settings.token(ctx, keeper)
    const count = counts.get(keeper.id) ?? 0
    if (count >= maximumPerUser) throw new ApiError('token_limit_reached')
    counts.set(keeper.id, count + 1)
  }
}

/** Tokens by the hundred, for bulk operations: a few statements whatever their number. */
export const tokenSets = {
  find,
  findTaken,
  hold,
  matchPair,
  reset,
  remove,
  create: createMany,
  rooms,
} as const
