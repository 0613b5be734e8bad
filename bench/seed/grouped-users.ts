import type { ClientBase } from 'pg'

const statements = [
  `insert into groups (tenant_id, id, name, name_key, search_text, created_at, updated_at)
    select $1, id, 'Team ' || id, 'team ' || id, 'team ' || id, now(), now()
    from unnest($2::uuid[]) id`,
  `insert into user_groups (tenant_id, user_id, group_id, name_key)
    select tenant_id, id, ($2::uuid[])[1 + at % cardinality($2::uuid[])], name_key
    from (select *, row_number() over (order by id) as at from users where tenant_id = $1) u
    where at <= $3`,
] as const

/** So many users, each in one of these new groups, straight by SQL as the owner. */
export const seedGroupedUsers = async (
  owner: ClientBase,
  {
    tenantId,
    ids,
    users,
  }: { readonly tenantId: string; readonly ids: readonly string[]; readonly users: number },
): Promise<void> => {
  const [groups, memberships] = statements
  await owner.query(groups, [tenantId, ids])
  await owner.query(memberships, [tenantId, ids, users])
  await owner.query('vacuum analyze user_groups')
}
