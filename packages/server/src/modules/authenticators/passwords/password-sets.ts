import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { clearAllBudgets } from '../attempts/index.ts'
import { admitKind, insertKinds, mostKinds } from './foreign-hashes.ts'

/**
 * Another system's hash as it is stored, or in words why it is not taken; `coming` are the kinds that
 * the same file brings, and grows.
 */
const importable = async (
  ctx: Context,
  text: string,
  coming: Set<string>,
): Promise<{ readonly hash: string } | { readonly fault: string }> => {
  const taken = ctx.platform.hashes.takeForeign(text)
  if ('fault' in taken || taken.kind === null) return taken
  const isAdmitted = await admitKind(ctx, taken.kind, coming)
  return isAdmitted ? taken : { fault: `is one kind of hash too many: ${mostKinds} at a time` }
}

export interface StoredHash {
  readonly userId: string
  readonly hash: string
  readonly forceChange: boolean
}

/** Stores the first passwords of new users. */
const insert = async (ctx: Context, stored: readonly StoredHash[]): Promise<void> => {
  if (stored.length === 0) return
  const { maximumAgeMillis } = await settings.password(ctx)
  const now = ctx.platform.clock.now()
  const expires = maximumAgeMillis === 0 ? null : new Date(now.getTime() + maximumAgeMillis)
  const tenant = sql`${ctx.tenant.id}::uuid`
  const changed = sql`${now}::timestamptz`
  const kinds = stored.map(({ hash }) => ctx.platform.hashes.kindOf(hash))
  await insertKinds(
    ctx,
    kinds.filter((kind) => kind !== null),
  )
  await sql`
    with given as (
      select unnest(${stored.map(({ userId }) => userId)}::uuid[]) as user_id,
        unnest(${stored.map(({ hash }) => hash)}::text[]) as hash,
        unnest(${kinds}::text[]) as foreign_kind,
        unnest(${stored.map(({ forceChange }) => forceChange)}::boolean[]) as force_change),
    kept as (
      insert into passwords
        (tenant_id, user_id, hash, foreign_kind, changed_at, expires_at, force_change, compromised,
          version)
      select ${tenant}, user_id, hash, foreign_kind, ${changed}, ${expires}::timestamptz, force_change, false, 1
        from given
      on conflict (tenant_id, user_id) do update set hash = excluded.hash,
        foreign_kind = excluded.foreign_kind,
        changed_at = excluded.changed_at, changed_in = null, expires_at = excluded.expires_at,
        force_change = excluded.force_change, compromised = false, version = passwords.version + 1)
    insert into password_history (tenant_id, user_id, set_at, hash)
    select ${tenant}, user_id, ${changed}, hash from given on conflict do nothing`.execute(ctx.db)
}

/** Forgets all but the newest former passwords of these users. */
const trim = async (ctx: Context, userIds: readonly string[]): Promise<void> => {
  const { historySize } = await settings.password(ctx)
  await sql`
    delete from password_history h using (
      select user_id, set_at, row_number() over (partition by user_id order by set_at desc) as age
      from password_history
      where tenant_id = ${ctx.tenant.id} and user_id = any (${userIds}::uuid[])) old
    where h.tenant_id = ${ctx.tenant.id} and h.user_id = old.user_id and h.set_at = old.set_at
      and old.age > ${Math.max(1, historySize)}`.execute(ctx.db)
}

/** Puts passwords in the place of the former ones; wrong answers are forgotten. */
const replace = async (ctx: Context, stored: readonly StoredHash[]): Promise<void> => {
  if (stored.length === 0) return
  const ids = stored.map(({ userId }) => userId)
  await insert(ctx, stored)
  await trim(ctx, ids)
  await clearAllBudgets(ctx, ids)
}

interface Named {
  readonly id: string
  readonly name: string
}

/** Those of the users who have a password. */
const owners = async (ctx: Context, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from passwords
    where tenant_id = ${ctx.tenant.id} and user_id = any (${userIds}::uuid[])`.execute(ctx.db)
  return new Set(rows.map((row) => row.user_id))
}

/** Demands another password at the next sign-in, and asks each by mail to choose it. */
const demandChange = async (ctx: Context, users: readonly Named[]): Promise<void> => {
  const ids = users.map(({ id }) => id)
  await sql`
    update passwords set force_change = true, version = version + 1
    where tenant_id = ${ctx.tenant.id} and user_id = any (${ids}::uuid[])`.execute(ctx.db)
  for (const { id, name } of users) {
    audit(ctx, 'PASSWORD_NOTIFIED', {
      subject: { entity: 'USERS', id, name },
      after: { forceUpdate: true },
    })
  }
}

/** Passwords by the hundred, for bulk operations: a few statements whatever their number. */
export const passwordSets = { importable, insert, replace, owners, demandChange } as const
