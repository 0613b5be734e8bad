import type { ClientBase } from 'pg'

interface Wanted {
  readonly tenantId: string
  readonly id: string
  readonly name: string
  readonly members: number
}

const statements = [
  `insert into groups (tenant_id, id, name, name_key, search_text, created_at, updated_at)
    values ($1, $2, $3, lower($3), lower($3), now(), now())`,
  `insert into user_groups (tenant_id, user_id, group_id, name_key)
    select tenant_id, id, $2, name_key from users where tenant_id = $1 order by id limit $3`,
] as const

/** A group of the users who were seeded first, straight by SQL as the owner. */
export const seedGroup = async (
  owner: ClientBase,
  { tenantId, id, name, members }: Wanted,
): Promise<void> => {
  const [group, membership] = statements
  await owner.query(group, [tenantId, id, name])
  await owner.query(membership, [tenantId, id, members])
  await owner.query('vacuum analyze user_groups')
}
