import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { QueueFull } from '../../../platform/hashes.ts'
import { tenantCache } from '../../../platform/tenant-cache.ts'
import { bindHash, bindingOf, isOwnHash } from './bindings.ts'

/** Each check does the work of all kinds that are stored: more of them would be too slow. */
const mostKinds = 4

/** Kinds of hashes that users of the tenant still have from other systems. */
const findKinds = async (ctx: Context): Promise<readonly string[]> => {
  const { rows } = await sql<{ kind: string }>`
    select k.kind from foreign_hash_kinds k
    where k.tenant_id = ${ctx.tenant.id} and exists (
      select 1 from passwords p where p.tenant_id = k.tenant_id and p.foreign_kind = k.kind)
    order by k.kind`.execute(ctx.db)
  return rows.map(({ kind }) => kind)
}

const known = tenantCache<Promise<readonly string[]>>()

const foreignKinds = (ctx: Context): Promise<readonly string[]> => {
  const { id: tenantId } = ctx.tenant
  const { database } = ctx.platform
  const present = known.find(database, tenantId)
  if (present !== undefined) return present
  const moment = database.moment()
  const reading = findKinds(ctx)
  known.keep(tenantId, { tenantId, moment, value: reading })
  reading.catch(() => known.forget(tenantId))
  return reading
}

/** Part of the transaction that stores hashes of these kinds. */
export const insertKinds = async (ctx: Context, kinds: readonly string[]): Promise<void> => {
  if (kinds.length === 0) return
  await sql`
    insert into foreign_hash_kinds (tenant_id, kind)
    select ${ctx.tenant.id}::uuid, unnest(${[...new Set(kinds)].toSorted()}::text[])
    on conflict do nothing`.execute(ctx.db)
}

/**
 * The hash of another system as it is stored, or in words why it is not taken; `coming` are the
 * kinds that the same file brings, and grows.
 */
export const importable = async (
  ctx: Context,
  text: string,
  coming: Set<string>,
): Promise<{ readonly hash: string } | { readonly fault: string }> => {
  const taken = ctx.platform.hashes.takeForeign(text)
  if ('fault' in taken || taken.kind === null) return taken
  const stored = await foreignKinds(ctx)
  const isNew = !stored.includes(taken.kind) && !coming.has(taken.kind)
  if (isNew && new Set([...stored, ...coming]).size >= mostKinds) {
    return { fault: `is one kind of hash too many: ${mostKinds} at a time` }
  }
  coming.add(taken.kind)
  return taken
}

interface Proven {
  readonly userId: string
  readonly stored: string
  readonly binding: Buffer | null
  readonly password: string
}

/** Puts an own hash in the place of another system's, once the right password is known. */
const renewHash = async (ctx: Context, proven: Proven): Promise<void> => {
  const { hashes } = ctx.platform
  const { userId, stored, binding, password } = proven
  if (!hashes.needsRehash(stored)) {
    if (binding === null) await bindHash(ctx, { userId, hash: stored })
    return
  }
  try {
    const hash = await hashes.hash(password, ctx.tenant.id)
    const bound = bindingOf(ctx, { userId, hash })
    await sql`
      with renewed as (
        update passwords set hash = ${hash}, binding = ${bound}, foreign_kind = null
        where tenant_id = ${ctx.tenant.id} and user_id = ${userId}::uuid and hash = ${stored}
        returning user_id)
      update password_history h set hash = ${hash} from renewed
      where h.tenant_id = ${ctx.tenant.id} and h.user_id = renewed.user_id
        and h.hash = ${stored}`.execute(ctx.db)
  } catch (error) {
    // The next right password does it.
    if (!(error instanceof QueueFull)) throw error
  }
}

interface Judged {
  /** Null for an unknown user, and for one whose password is judged elsewhere. */
  readonly userId: string | null
  readonly stored: string | null
  readonly binding: Buffer | null
  /** Null for a text that is no password. */
  readonly password: string | null
}

/**
 * Whether a password fits the stored hash, which becomes an own one if it does. The work for a wrong
 * password is the same for every user of the tenant and for unknown ones, whatever is stored.
 * @throws QueueFull
 */
export const fitsHash = async (
  ctx: Context,
  { userId, stored, binding, password }: Judged,
): Promise<boolean> => {
  const { hashes } = ctx.platform
  const judging = { tenantId: ctx.tenant.id, kinds: await foreignKinds(ctx) }
  const isOwn = await isOwnHash(ctx, { userId: userId ?? '', hash: stored ?? '', binding })
  if (userId === null || stored === null || password === null || !isOwn) {
    return hashes.verifyDummy(password ?? '', judging)
  }
  const right = await hashes.verify(stored, password, judging)
  if (right) await renewHash(ctx, { userId, stored, binding, password })
  return right
}
