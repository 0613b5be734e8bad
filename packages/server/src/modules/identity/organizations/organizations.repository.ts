import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { OrganizationRow } from '../../../platform/db/schema/tenancy.ts'

export type StoredOrganization = Selectable<OrganizationRow>

export interface FoundOrganization extends StoredOrganization {
  readonly parent_name: string | null
}

const organizations = ({ db, tenant }: Context) =>
  db.selectFrom('organizations as o').where('o.tenant_id', '=', tenant.id)

/** With the name of the one above. */
export const withParent = (ctx: Context) =>
  organizations(ctx)
    .leftJoin('organizations as above', (join) =>
      join.onRef('above.tenant_id', '=', 'o.tenant_id').onRef('above.id', '=', 'o.parent_id'),
    )
    .selectAll('o')
    .select('above.display_name as parent_name')

/** Those of these that there are, kept until the transaction ends. */
export const listForLink = async (
  ctx: Context,
  ids: readonly string[],
): Promise<readonly StoredOrganization[]> =>
  ids.length === 0
    ? []
    : organizations(ctx)
        .selectAll('o')
        .where('o.id', 'in', [...ids])
        .orderBy('o.id')
        .forKeyShare()
        .execute()

export type OrganizationColumns = Pick<
  StoredOrganization,
  'name' | 'name_key' | 'display_name' | 'search_text' | 'parent_id'
>

export interface Ancestor {
  readonly id: string
  readonly name: string
}

/** From the top down to the given one; one too many tells of a ring or of too deep a tree. */
export const listLine = async (
  ctx: Context,
  id: string,
  most: number,
): Promise<readonly Ancestor[]> => {
  const { rows } = await sql<Ancestor>`
    with recursive line (id, name, parent_id, height) as (
      select o.id, o.display_name, o.parent_id, 1 from organizations o
        where o.tenant_id = ${ctx.tenant.id}::uuid and o.id = ${id}::uuid
      union all
      select o.id, o.display_name, o.parent_id, line.height + 1 from line
        join organizations o on o.tenant_id = ${ctx.tenant.id}::uuid and o.id = line.parent_id
        where line.height <= ${most}::integer)
    select id, name from line order by height desc`.execute(ctx.db)
  return rows
}

/** How many levels stand at and below an organization, counted no further than `most`. */
export const heightOf = async (ctx: Context, id: string, most: number): Promise<number> => {
  const { rows } = await sql<{ height: number }>`
    with recursive tree (id, height) as (
      select ${id}::uuid, 1
      union all
      select o.id, tree.height + 1 from tree
        join organizations o on o.tenant_id = ${ctx.tenant.id}::uuid and o.parent_id = tree.id
        where tree.height < ${most}::integer)
    select max(height) as height from tree`.execute(ctx.db)
  return rows[0]?.height ?? 1
}

/** Who moves organizations does so one after the other: two moves could close a ring. */
export const lockTree = async (ctx: Context): Promise<void> => {
  await ctx.db
    .selectFrom('tenants')
    .select('tenant_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .forNoKeyUpdate()
    .execute()
}

/** The first few right below, and how many there are. */
export const listChildren = async (ctx: Context, id: string) => {
  const rows = await organizations(ctx)
    .select('o.name')
    .where('o.parent_id', '=', id)
    .orderBy('o.name_key')
    .limit(1000)
    .execute()
  return { count: rows.length, names: rows.slice(0, 5).map(({ name }) => name) }
}
