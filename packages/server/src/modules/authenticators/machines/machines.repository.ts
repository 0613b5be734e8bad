import type { CompiledQuery, Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import type { MachineRow } from '../../../platform/db/schema/machines.ts'

export type StoredMachine = Selectable<MachineRow>

const machinesOf = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('machines')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)

/** Those that have not run out, the last used first. */
export const listMachines = (ctx: Context, userId: string): Promise<StoredMachine[]> =>
  machinesOf(ctx, userId)
    .where('expires_at', '>', ctx.platform.clock.now())
    .orderBy('last_used_at', 'desc')
    .limit(50)
    .execute()

export const findMachine = (
  ctx: Context,
  userId: string,
  id: string,
): Promise<StoredMachine | undefined> =>
  machinesOf(ctx, userId).where('id', '=', id).executeTakeFirst()

interface NewRow {
  readonly tenant: string
  readonly id: string
  readonly user: string
  readonly device: string
  readonly label: string | null
  readonly agent: string | null
  readonly sequence: Buffer
  readonly session: string | null
  readonly machine_id: string | null
  readonly attributes: string
  readonly now: Date
  readonly expires: Date
}

const insert = statement<NewRow>(`
  insert into machines as m (tenant_id, id, user_id, device, label, user_agent, sequence_hash,
    rotated_at, rotated_in, machine_id, attributes, registered_at, last_used_at, expires_at)
  values (:tenant, :id, :user, :device, :label, :agent, :sequence, :now, :session, :machine_id,
    :attributes::jsonb, :now, :now, :expires)
  on conflict (tenant_id, user_id, device) do update set
    label = coalesce(excluded.label, m.label), user_agent = excluded.user_agent,
    sequence_hash = excluded.sequence_hash, pending = '{}', rotated_at = excluded.rotated_at,
    rotated_in = excluded.rotated_in, machine_id = excluded.machine_id,
    attributes = excluded.attributes, registered_at = excluded.registered_at,
    last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`)

/** Remembers a machine; one of the same browser is remembered anew. */
export const insertMachine = (row: NewRow): CompiledQuery => insert(row)

const removeRest = statement<{ tenant: string; user: string; now: Date; kept: number }>(`
  delete from machines where tenant_id = :tenant::uuid and user_id = :user::uuid and (
    expires_at <= :now or id in (
      select m.id from machines m
      where m.tenant_id = :tenant::uuid and m.user_id = :user::uuid and m.expires_at > :now
      order by m.last_used_at desc, m.id desc offset :kept::integer))`)

/** Takes away what has run out, and what is longest unused beyond the number that may stay. */
export const removeSurplus = (ctx: Context, userId: string, kept: number): CompiledQuery =>
  removeRest({ tenant: ctx.tenant.id, user: userId, now: ctx.platform.clock.now(), kept })

interface Moving {
  readonly tenant: string
  readonly id: string
  readonly shown: Buffer
  readonly next: Buffer
  readonly session: string
  readonly agent: string | null
  readonly machine_id: string | null
  readonly attributes: string
  readonly now: Date
}

/** Nonces given out and not shown yet: more than a few lost answers in a row are no accident. */
const keptPending = 5

const move = (condition: string): string => `
  update machines set
    pending = case when sequence_hash = :shown::bytea
      then (pending || :next::bytea)[greatest(1, cardinality(pending) + 2 - ${keptPending}):]
      else array[:next::bytea] end,
    sequence_hash = :shown::bytea, rotated_at = :now, rotated_in = :session::uuid,
    user_agent = :agent, machine_id = coalesce(:machine_id, machine_id),
    attributes = case when :machine_id::text is null then attributes else :attributes::jsonb end,
    last_used_at = :now
  where tenant_id = :tenant::uuid and id = :id::uuid and (${condition})`

const moveAny = statement<Moving>(
  move('sequence_hash = :shown::bytea or :shown::bytea = any (pending)'),
)

const moveOnce = statement<Moving>(`
  with moved as (${move(`sequence_hash = :shown::bytea and cardinality(pending) = 0
    or :shown::bytea = any (pending)`)} returning 1)
  select 1 / count(*) from moved`)

/** Gives the machine its next nonce. */
export const moveMachine = (moving: Moving): CompiledQuery => moveAny(moving)

/** The same for a nonce that spares a second factor, once: fails (division by zero) the next time. */
export const moveMachineOnce = (moving: Moving): CompiledQuery => moveOnce(moving)

interface Device {
  readonly tenant: string
  readonly user: string
  readonly device: string
  readonly now: Date
}

const ofDevice = 'tenant_id = :tenant::uuid and user_id = :user::uuid'
const forgetting = [
  statement<Device>(`delete from machines where ${ofDevice} and device = :device::text`),
  statement<Device>(`delete from known_devices where ${ofDevice} and device = :device::text`),
]
const ending = statement<Device>(`
  update sessions set revoked_at = :now, revoked_everywhere = true
  where ${ofDevice} and device_id = :device::uuid and revoked_everywhere = false`)

const deviceValues = (ctx: Context, user: string, device: string): Device => ({
  tenant: ctx.tenant.id,
  user,
  device,
  now: ctx.platform.clock.now(),
})

/** A browser is a strange one again. */
export const forgetMachine = (
  ctx: Context,
  userId: string,
  device: string,
): readonly CompiledQuery[] => {
  const values = deviceValues(ctx, userId, device)
  return forgetting.map((forget) => forget(values))
}

/** Ends the sessions that came of a browser. */
export const endSessionsFrom = (ctx: Context, userId: string, device: string): CompiledQuery =>
  ending(deviceValues(ctx, userId, device))
