import { normaliseIdentifier } from '@signet/rules/precis'
import type { Context } from '../../../kit/context.ts'
import { inSight } from '../../identity/groups/index.ts'

/** Those of these names, as typed somewhere, that identify users whom the actor sees. */
export const namesInSight = async (
  ctx: Context,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const keys = new Map(names.map((name) => [name, normaliseIdentifier(name) ?? name]))
  if (keys.size === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('user_identifiers as i')
    .select('i.normalised')
    .where('i.tenant_id', '=', ctx.tenant.id)
    .where('i.normalised', 'in', [...new Set(keys.values())])
    .where(inSight(ctx, 'i.user_id'))
    .execute()
  const found = new Set(rows.map(({ normalised }) => normalised))
  return new Set(names.filter((name) => found.has(keys.get(name) ?? '')))
}
