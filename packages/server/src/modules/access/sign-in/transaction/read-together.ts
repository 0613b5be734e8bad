import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import type { FlushOptions } from '../../../../platform/db/database.ts'

type RowsOf<Q extends readonly CompiledQuery<unknown>[]> = {
  readonly [K in keyof Q]: Q[K] extends CompiledQuery<infer R> ? readonly R[] : never
}

/** Runs several statements in one round trip; gives the rows of each. */
export const readTogether = async <const Q extends readonly CompiledQuery<unknown>[]>(
  ctx: Context,
  queries: Q,
  options?: FlushOptions,
): Promise<RowsOf<Q>> => {
  const results = await ctx.platform.database.flush(ctx.tenant.id, queries, options)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the rows are of the types that the queries' builders inferred; the driver gives them as unknown
  return results.map(({ rows }) => rows) as RowsOf<Q>
}
