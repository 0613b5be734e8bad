import { type CompiledQuery, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { standingOf } from '../roles/index.ts'
import type { StoredIdentifier, StoredUser, UserRows } from './user-rows.ts'

export interface RoleName {
  readonly id: string
  readonly name: string
}

/** A user with what one statement reads beside the row. */
export interface FoundUser extends StoredUser {
  readonly aliases: readonly string[]
  readonly roles: readonly RoleName[]
  /** Roles and their versions, for `rightsOfStanding`. */
  readonly standing: string | null
}

/** Roles of the user `u`, by name; most people have none, which a look at the index tells. */
export const rolesOfUser = (tenantId: string) => sql<RoleName[]>`
  case when (select true from user_roles ur
    where ur.tenant_id = ${tenantId}::uuid and ur.user_id = u.id limit 1)
  then (
    select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name_key)
    from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = ${tenantId}::uuid and ur.user_id = u.id)
  else '[]' end`

const found = ({ db, tenant }: Context) =>
  db
    .selectFrom('users as u')
    .selectAll('u')
    .select([
      sql<string[]>`(
        select coalesce(jsonb_agg(i.value order by i.normalised), '[]') from user_identifiers i
        where i.tenant_id = ${tenant.id}::uuid and i.user_id = u.id and i.kind = 'ALIAS')`.as(
        'aliases',
      ),
      rolesOfUser(tenant.id).as('roles'),
      standingOf(tenant.id, 'u.id').as('standing'),
    ])
    .where('u.tenant_id', '=', tenant.id)

export const findUser = (ctx: Context, id: string): Promise<FoundUser | undefined> =>
  found(ctx).where('u.id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findUserForChange = (ctx: Context, id: string): Promise<FoundUser | undefined> =>
  found(ctx).where('u.id', '=', id).forUpdate('u').executeTakeFirst()

export const findByIdentifier = (
  ctx: Context,
  normalised: string,
): Promise<FoundUser | undefined> =>
  found(ctx)
    .where('u.id', '=', (query) =>
      query
        .selectFrom('user_identifiers as i')
        .select('i.user_id')
        .where('i.tenant_id', '=', ctx.tenant.id)
        .where('i.normalised', '=', normalised),
    )
    .executeTakeFirst()

export const findByExternalId = (
  ctx: Context,
  externalId: string,
): Promise<FoundUser | undefined> =>
  found(ctx).where('u.external_id', '=', externalId).executeTakeFirst()

const userColumns = [
  'tenant_id',
  'id',
  'user_id',
  'user_id_key',
  'type',
  'state',
  'first_name',
  'last_name',
  'email',
  'email_verified',
  'mobile',
  'phone',
  'locale',
  'external_id',
  'security_id',
  'user_principal_name',
  'directory_type',
  'attributes',
  'locked',
  'lock_reason',
  'lockout_expires_at',
  'migrated',
  'registration_required',
  'verification_required',
  'show_notification',
  'name_key',
  'search_text',
  'last_authenticated_at',
  'created_at',
  'updated_at',
  'version',
] as const satisfies readonly (keyof StoredUser)[]

const identifierColumns = [
  'tenant_id',
  'normalised',
  'user_id',
  'kind',
  'value',
] as const satisfies readonly (keyof StoredIdentifier)[]

/** One text whatever the number of rows: they travel as one JSON value. */
const insertion = (
  table: 'users' | 'user_identifiers',
  columns: readonly string[],
  rows: readonly unknown[],
) => {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(table)} (${list})
    select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
}

/** The statements that write new users; a unique violation is for `translateConflict`. */
export const userInsertions = (ctx: Context, rows: readonly UserRows[]): CompiledQuery[] => {
  const users = rows.map(({ user }) => user)
  const identifiers = rows.flatMap((row) => row.identifiers)
  return [
    insertion('users', userColumns, users).compile(ctx.db),
    insertion('user_identifiers', identifierColumns, identifiers).compile(ctx.db),
  ]
}

export type UserColumns = Partial<
  Omit<StoredUser, 'tenant_id' | 'id' | 'version' | 'attributes' | 'created_at'>
>

/** Writes columns of one user and counts its version up; returns the new version. */
export const updateUserColumns = async (
  ctx: Context,
  id: string,
  columns: UserColumns,
): Promise<{ readonly version: number; readonly updated_at: Date } | undefined> =>
  ctx.db
    .updateTable('users')
    .set((eb) => ({
      ...columns,
      updated_at: ctx.platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returning(['version', 'updated_at'])
    .executeTakeFirst()

/** Puts a user's identifiers in the place of the former ones. */
export const replaceIdentifiers = async (
  ctx: Context,
  userId: string,
  identifiers: readonly StoredIdentifier[],
): Promise<void> => {
  await ctx.db
    .deleteFrom('user_identifiers')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
  await ctx.db.executeQuery(
    insertion('user_identifiers', identifierColumns, identifiers).compile(ctx.db),
  )
}

/** Everything of the user goes with the row, by foreign keys. */
export const removeUser = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .deleteFrom('users')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
