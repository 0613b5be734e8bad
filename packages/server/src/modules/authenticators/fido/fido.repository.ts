import { createHash } from 'node:crypto'
import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import type { FidoCredentialRow } from '../../../platform/db/schema/authenticators.ts'

export type StoredCredential = Selectable<FidoCredentialRow>

export const listCredentials = (ctx: Context, userId: string): Promise<StoredCredential[]> =>
  ctx.db
    .selectFrom('fido_credentials')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(50)
    .execute()

const findNamed = statement<{ tenant: string; credential: string }, StoredCredential>(`
  select * from fido_credentials
  where tenant_id = :tenant::uuid and credential_id = :credential and state = 'ACTIVE'`)

/** The passkey that an assertion names, while it is switched on. */
export const credentialQuery = (
  ctx: Context,
  credential: string,
): CompiledQuery<StoredCredential> => findNamed({ tenant: ctx.tenant.id, credential })

/**
 * Notes that a passkey's counter went back; the row when that is new, or switches it off now. It is
 * new again once the passkey has signed in since.
 */
export const markCloned = (
  ctx: Context,
  id: string,
  { switchesOff }: { readonly switchesOff: boolean },
): Promise<StoredCredential | undefined> =>
  ctx.db
    .updateTable('fido_credentials')
    .set((eb) => ({
      cloned_at: ctx.platform.clock.now(),
      version: eb('version', '+', 1),
      ...(switchesOff ? { state: 'INACTIVE' as const } : {}),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('cloned_at', 'is', null),
        eb('last_used_at', '>', eb.ref('cloned_at')),
        ...(switchesOff ? [eb('state', '=', 'ACTIVE')] : []),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

interface Use {
  readonly id: string
  readonly counter: number
  readonly backedUp: boolean
}

const use = statement<Use & { readonly tenant: string; readonly now: Date }>(`
  with used as (
    update fido_credentials set counter = :counter::bigint, backed_up = :backedUp, last_used_at = :now
    where tenant_id = :tenant::uuid and id = :id::uuid and state = 'ACTIVE'
      and (counter < :counter::bigint or (counter = 0 and :counter::bigint = 0))
    returning 1)
  select 1 / count(*) from used`)

/**
 * Notes a use; fails (division by zero) when the counter has not grown since the row was read: the
 * same assertion again, or a copied key (WebAuthn level 3, 7.2 step 22). Zero means: none is kept.
 */
export const useCredential = (ctx: Context, { id, counter, backedUp }: Use): CompiledQuery =>
  use({ id, counter, backedUp, tenant: ctx.tenant.id, now: ctx.platform.clock.now() })

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

interface Ceremony {
  readonly challenge: string
  readonly userId: string
  /** The session or sign-in transaction it belongs to. */
  readonly boundTo: string
}

const lifeMillis = 5 * 60_000

/** Notes a challenge that was given out, and forgets those that ran out. */
export const insertRegistration = async (ctx: Context, ceremony: Ceremony): Promise<void> => {
  const now = ctx.platform.clock.now()
  await ctx.db
    .deleteFrom('fido_registrations')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', ceremony.userId)
    .where('expires_at', '<=', now)
    .execute()
  await ctx.db
    .insertInto('fido_registrations')
    .values({
      tenant_id: ctx.tenant.id,
      challenge_hash: hashOf(ceremony.challenge),
      user_id: ceremony.userId,
      bound_to: ceremony.boundTo,
      expires_at: new Date(now.getTime() + lifeMillis),
    })
    .execute()
}

/** Uses a challenge up; false when it was not given out for this, was used or has run out. */
export const takeRegistration = async (ctx: Context, ceremony: Ceremony): Promise<boolean> => {
  const result = await ctx.db
    .deleteFrom('fido_registrations')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('challenge_hash', '=', hashOf(ceremony.challenge))
    .where('user_id', '=', ceremony.userId)
    .where('bound_to', '=', ceremony.boundTo)
    .where('expires_at', '>', ctx.platform.clock.now())
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export const findOwner = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'last_name'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .executeTakeFirst()

/** Passkeys of users by the RP ID that they were created for. */
export const countByRpId = async ({ db, tenant }: Context) => {
  const { rows } = await sql<{ rpId: string; count: number }>`
    select rp_id as "rpId", count(*)::integer as count from fido_credentials
    where tenant_id = ${tenant.id}::uuid group by rp_id order by rp_id limit 100`.execute(db)
  return rows
}

/**
 * RP IDs of passkeys that are there still, but for the present one: each is found by its place in the
 * index, however many passkeys there are.
 */
export const listFormerRpIds = async (
  { db, tenant }: Context,
  present: string,
): Promise<readonly string[]> => {
  const next = sql`select min(rp_id) from fido_credentials where tenant_id = ${tenant.id}::uuid`
  const { rows } = await sql<{ rp_id: string }>`
    with recursive ids(rp_id) as (
      select (${next})
      union all
      select (${next} and rp_id > ids.rp_id) from ids where ids.rp_id is not null
    )
    select rp_id from ids where rp_id is not null and rp_id <> ${present} limit 5`.execute(db)
  return rows.map(({ rp_id: rpId }) => rpId)
}
