import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { Database } from '../../../platform/db/database.ts'

/*
 * Whose hash it is. A hash that is copied into another row, or made elsewhere, fits no password: the
 * binding is made with a key outside the database.
 */

type Keyed = Pick<Context, 'platform' | 'tenant'>

interface Bound {
  readonly userId: string
  readonly hash: string
}

export const bindingOf = ({ platform, tenant }: Keyed, { userId, hash }: Bound): Buffer =>
  createHmac('sha256', platform.secrets.derive(tenant.id, 'password-binding'))
    .update(`${userId} ${hash}`)
    .digest()

const migrated = '20261129-4301-bound-hashes'
/** Nodes of the release before go on for a while, and write hashes that are not bound. */
const leniencyMillis = 7 * 86_400_000

interface Leniency {
  readonly until: Date
}

/** For tenants that are older than bindings; null for all others. */
const findLeniency = async ({ db, tenant }: Context): Promise<Leniency | null> => {
  const { rows } = await sql<{ at: Date }>`
    select m.applied_at as at from migrations m
    join tenants t on t.tenant_id = ${tenant.id}::uuid and t.created_at < m.applied_at
    where m.name = ${migrated}`.execute(db)
  const [row] = rows
  return row === undefined ? null : { until: new Date(row.at.getTime() + leniencyMillis) }
}

const leniencies = new WeakMap<
  Database,
  ReturnType<typeof boundedCache<Promise<Leniency | null>>>
>()

const leniencyOf = (ctx: Context): Promise<Leniency | null> => {
  const { database } = ctx.platform
  const known = leniencies.get(database) ?? boundedCache<Promise<Leniency | null>>(20_000)
  leniencies.set(database, known)
  const present = known.get(ctx.tenant.id) ?? findLeniency(ctx)
  known.set(ctx.tenant.id, present)
  present.catch(() => known.delete(ctx.tenant.id))
  return present
}

const hasBound = async ({ db, tenant }: Context): Promise<boolean> => {
  const { rows } = await sql`select 1 from passwords
    where tenant_id = ${tenant.id}::uuid and binding is not null limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Whether a hash may be there that nothing was bound to: in a tenant that was there before bindings
 * were, for a week, and until its hashes were bound for the first time.
 */
const mayBeUnbound = async (ctx: Context): Promise<boolean> => {
  const leniency = await leniencyOf(ctx)
  if (leniency === null) return false
  return ctx.platform.clock.now() < leniency.until || !(await hasBound(ctx))
}

interface Stored extends Bound {
  readonly binding: Buffer | null
}

/** Whether a stored hash is this user's own. */
export const isOwnHash = async (ctx: Context, { binding, ...bound }: Stored): Promise<boolean> => {
  const expected = bindingOf(ctx, bound)
  if (binding === null) return mayBeUnbound(ctx)
  const isOwn = binding.length === expected.length && timingSafeEqual(binding, expected)
  if (!isOwn) ctx.log.warn({ user: bound.userId }, 'a password hash is not its user’s own')
  return isOwn
}

const writeBindings = async (ctx: Context, rows: readonly Bound[]): Promise<void> => {
  await sql`
    update passwords p set binding = b.binding
    from unnest(${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ hash }) => hash)}::text[],
      ${rows.map((row) => bindingOf(ctx, row))}::bytea[]) b (user_id, hash, binding)
    where p.tenant_id = ${ctx.tenant.id}::uuid and p.user_id = b.user_id and p.hash = b.hash
      and p.binding is null`.execute(ctx.db)
}

/** Binds a hash that a right password has just shown to be its user's. */
export const bindHash = (ctx: Context, bound: Bound): Promise<void> => writeBindings(ctx, [bound])

const batch = 500

/** Binds what is there from before bindings were, batch by batch. Returns how many. */
const bindPasswords = async (ctx: Context, mayGoOn: () => Promise<boolean>): Promise<number> => {
  let count = 0
  while ((await mayGoOn()) && (await mayBeUnbound(ctx))) {
    const { rows } = await sql<Bound>`
      select user_id as "userId", hash from passwords
      where tenant_id = ${ctx.tenant.id}::uuid and binding is null limit ${batch}`.execute(ctx.db)
    if (rows.length > 0) await writeBindings(ctx, rows)
    count += rows.length
    if (rows.length < batch) break
  }
  return count
}

/** How hashes are bound to their users, for the areas above. */
export const bindings = { of: bindingOf, bindAll: bindPasswords }
