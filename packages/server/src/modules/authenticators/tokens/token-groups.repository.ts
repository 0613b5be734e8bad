import type { Context } from '../../../kit/context.ts'
import { replaceLinks } from '../../../platform/db/row-sets.ts'

interface Group {
  readonly id: string
  readonly name: string
}

/** The groups that each of these tokens is for, by name. */
export const groupsOfTokens = async (
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Group[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('token_groups as tg')
    .innerJoin('groups as g', (join) =>
      join.onRef('g.tenant_id', '=', 'tg.tenant_id').onRef('g.id', '=', 'tg.group_id'),
    )
    .select(['tg.token_id', 'g.id', 'g.name'])
    .where('tg.tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb('tg.token_id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('g.name_key')
    .execute()
  return Map.groupBy(rows, ({ token_id: token }) => token)
}

/** The groups that a token is for from now on; in a transaction. */
export const replaceGroups = (ctx: Context, id: string, ids: readonly string[]): Promise<void> =>
  replaceLinks(ctx, { table: 'token_groups', from: 'token_id', to: 'group_id' }, { id, ids })
