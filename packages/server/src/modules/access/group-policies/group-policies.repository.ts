import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { replaceLinks } from '../../../platform/db/row-sets.ts'
import type { GroupPolicyRow } from '../../../platform/db/schema/group-policies.ts'

type StoredPolicy = Selectable<GroupPolicyRow>

export interface FoundPolicy extends StoredPolicy {
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

const groupsOfPolicy = sql<FoundPolicy['groups']>`coalesce((
  select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name_key)
  from group_policy_groups pg
  join groups g on g.tenant_id = pg.tenant_id and g.id = pg.group_id
  where pg.tenant_id = p.tenant_id and pg.policy_id = p.id), '[]'::json)`

const found = ({ db, tenant }: Context) =>
  db
    .selectFrom('group_policies as p')
    .selectAll('p')
    .select(groupsOfPolicy.as('groups'))
    .where('p.tenant_id', '=', tenant.id)

export const listPolicies = (ctx: Context): Promise<FoundPolicy[]> =>
  found(ctx).orderBy('p.priority').execute()

export const findPolicy = (ctx: Context, id: string): Promise<FoundPolicy | undefined> =>
  found(ctx).where('p.id', '=', id).executeTakeFirst()

export const setGroups = (ctx: Context, id: string, ids: readonly string[]): Promise<void> =>
  replaceLinks(
    ctx,
    { table: 'group_policy_groups', from: 'policy_id', to: 'group_id' },
    { id, ids },
  )

/** Numbers the policies from 1 on, in this order. */
export const orderPolicies = async (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<void> => {
  await sql`
    update group_policies p set priority = o.place, version = p.version + 1
    from unnest(${ids}::uuid[]) with ordinality as o (id, place)
    where p.tenant_id = ${tenant.id}::uuid and p.id = o.id and p.priority <> o.place`.execute(db)
}
