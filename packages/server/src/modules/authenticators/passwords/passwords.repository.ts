import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PasswordRow } from '../../../platform/db/schema/authenticators.ts'
import { bindingOf } from './bindings.ts'
import { insertKinds } from './foreign-hashes.ts'

export type StoredPassword = Selectable<PasswordRow>

export const findPassword = (ctx: Context, userId: string): Promise<StoredPassword | undefined> =>
  ctx.db
    .selectFrom('passwords')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Those of the users who have a password. */
export const listOwners = async (
  ctx: Context,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from passwords
    where tenant_id = ${ctx.tenant.id} and user_id = any (${userIds}::uuid[])`.execute(ctx.db)
  return new Set(rows.map((row) => row.user_id))
}

interface Owner {
  readonly groups: readonly { readonly id: string }[]
  readonly administrator: boolean
}

/** What decides the settings that are in force for these users, by their ids. */
export const findOwners = async (
  { db, tenant }: Context,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Owner>> => {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<Owner & { readonly id: string }>`
    select u.id,
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.group_id)), '[]') from user_groups g
        where g.tenant_id = u.tenant_id and g.user_id = u.id) as groups,
      exists (select from user_roles ur
        join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id
          and r.role_type <> 'USER') as administrator
    from users u
    where u.tenant_id = ${tenant.id} and u.id = any (${userIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface NewPassword {
  readonly userId: string
  readonly hash: string
  readonly forceChange: boolean
  /** The sign-in transaction in which it was chosen; null outside one. */
  readonly transactionId?: string | null
}

interface Stored {
  readonly changedAt: Date
  /** Null: they do not expire. */
  readonly expiresAt: Date | null
}

/** Puts passwords in the place of the former ones and remembers them: a password alone is a set of one. */
export const savePasswords = async (
  ctx: Context,
  all: readonly NewPassword[],
  { changedAt, expiresAt }: Stored,
): Promise<void> => {
  const kinds = all.map(({ hash }) => ctx.platform.hashes.kindOf(hash))
  await insertKinds(
    ctx,
    kinds.filter((kind) => kind !== null),
  )
  const tenant = sql`${ctx.tenant.id}::uuid`
  const changed = sql`${changedAt}::timestamptz`
  await sql`
    with given as (
      select unnest(${all.map(({ userId }) => userId)}::uuid[]) as user_id,
        unnest(${all.map(({ hash }) => hash)}::text[]) as hash,
        unnest(${all.map((each) => bindingOf(ctx, each))}::bytea[]) as binding,
        unnest(${kinds}::text[]) as foreign_kind,
        unnest(${all.map(({ transactionId = null }) => transactionId)}::uuid[]) as changed_in,
        unnest(${all.map(({ forceChange }) => forceChange)}::boolean[]) as force_change),
    kept as (
      insert into passwords
        (tenant_id, user_id, hash, binding, foreign_kind, changed_at, changed_in, expires_at,
          force_change, compromised, version)
      select ${tenant}, user_id, hash, binding, foreign_kind, ${changed}, changed_in,
          ${expiresAt}::timestamptz, force_change, false, 1
        from given
      on conflict (tenant_id, user_id) do update set hash = excluded.hash,
        binding = excluded.binding, foreign_kind = excluded.foreign_kind,
        changed_at = excluded.changed_at, changed_in = excluded.changed_in,
        expires_at = excluded.expires_at, force_change = excluded.force_change,
        compromised = false, version = passwords.version + 1)
    insert into password_history (tenant_id, user_id, set_at, hash)
    select ${tenant}, user_id, ${changed}, hash from given on conflict do nothing`.execute(ctx.db)
}

/** Demands another password at the next sign-in. */
export const forceChange = async (ctx: Context, userIds: readonly string[]): Promise<void> => {
  await sql`
    update passwords set force_change = true, version = version + 1
    where tenant_id = ${ctx.tenant.id} and user_id = any (${userIds}::uuid[])`.execute(ctx.db)
}

export const removePassword = async (ctx: Context, userId: string): Promise<number> => {
  const result = await ctx.db
    .deleteFrom('passwords')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** The newest hashes, the newest first. */
export const listHistory = async (
  ctx: Context,
  userId: string,
  count: number,
): Promise<readonly string[]> => {
  const rows = await ctx.db
    .selectFrom('password_history')
    .select('hash')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .orderBy('set_at', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Deletes all but the newest former passwords of these users: what no rule asks for is not kept. */
export const trimHistory = async (
  ctx: Context,
  userIds: readonly string[],
  kept: number,
): Promise<void> => {
  await sql`
    delete from password_history h using (
      select user_id, set_at, row_number() over (partition by user_id order by set_at desc) as age
      from password_history
      where tenant_id = ${ctx.tenant.id} and user_id = any (${userIds}::uuid[])) old
    where h.tenant_id = ${ctx.tenant.id} and h.user_id = old.user_id and h.set_at = old.set_at
      and old.age > ${Math.max(1, kept)}`.execute(ctx.db)
}

/** Everything a password must not be made of: ids, aliases, names, the mail address's local part. */
export const listOwnWords = async (ctx: Context, userId: string): Promise<readonly string[]> => {
  const user = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'last_name', 'email'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .executeTakeFirst()
  const identifiers = await ctx.db
    .selectFrom('user_identifiers')
    .select('value')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .limit(50)
    .execute()
  const mail = user?.email?.split('@', 1)[0]
  return [
    user?.user_id,
    user?.first_name,
    user?.last_name,
    mail,
    ...identifiers.map((row) => row.value),
  ]
    .filter((word) => word !== null && word !== undefined)
    .map((word) => word.split('@', 1)[0] ?? word)
}

/** Whether the tenant has an enabled RADIUS application. */
export const hasRadius = async (ctx: Context): Promise<boolean> => {
  const found = await ctx.db
    .selectFrom('radius_applications')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
