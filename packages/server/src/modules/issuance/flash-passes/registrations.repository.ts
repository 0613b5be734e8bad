import { hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { FlashPassRegistrationRow } from '../../../platform/db/schema/flash-passes.ts'
import type { StoredPass } from '../live-passes/index.ts'

export type StoredRegistration = Selectable<FlashPassRegistrationRow>

const hashOf = (device: string): Buffer => hash('sha256', device, 'buffer')
const purposeOf = (id: string): string => `flash-pass-registration:${id}`

const registrations = ({ db, tenant }: Context) =>
  db.selectFrom('flash_pass_registrations').where('tenant_id', '=', tenant.id)

export const listRegistrations = (ctx: Context, passId: string): Promise<StoredRegistration[]> =>
  registrations(ctx).selectAll().where('pass_id', '=', passId).orderBy('registered_at').execute()

export const pushTokenOf = async (
  { platform, tenant }: Context,
  { id, sealed_push_token: sealed }: StoredRegistration,
): Promise<string> => (await platform.secrets.open(tenant.id, purposeOf(id), sealed)).toString()

interface Asked {
  readonly passId: string
  readonly device: string
}

export const findRegistration = (ctx: Context, { passId, device }: Asked) =>
  registrations(ctx)
    .selectAll()
    .where('pass_id', '=', passId)
    .where('device_hash', '=', hashOf(device))
    .executeTakeFirst()

/** A phone that is known gets another token in its place. */
export const keepRegistration = async (
  ctx: Context,
  pass: Pick<StoredPass, 'id' | 'ends_at' | 'ended_at'>,
  { device, pushToken }: { readonly device: string; readonly pushToken: string },
): Promise<void> => {
  const { db, tenant, platform } = ctx
  const known = await findRegistration(ctx, { passId: pass.id, device })
  const id = known?.id ?? platform.ids.uuid()
  const sealed = await platform.secrets.seal(tenant.id, purposeOf(id), Buffer.from(pushToken))
  const kept = {
    sealed_push_token: sealed,
    registered_at: platform.clock.now(),
    over_at: pass.ended_at ?? pass.ends_at,
  }
  await db
    .insertInto('flash_pass_registrations')
    .values({ ...kept, tenant_id: tenant.id, id, pass_id: pass.id, device_hash: hashOf(device) })
    .onConflict((on) => on.columns(['tenant_id', 'id']).doUpdateSet(kept))
    .execute()
}

export const removeRegistration = async (
  { db, tenant }: Context,
  { passId, device }: Asked,
): Promise<void> => {
  await db
    .deleteFrom('flash_pass_registrations')
    .where('tenant_id', '=', tenant.id)
    .where('pass_id', '=', passId)
    .where('device_hash', '=', hashOf(device))
    .execute()
}

/** Of a phone that APNs knows no more, unless it has registered anew meanwhile. */
export const forgetRegistration = async (
  { db, tenant }: Context,
  { id, registered_at: registeredAt }: StoredRegistration,
): Promise<void> => {
  await db
    .deleteFrom('flash_pass_registrations')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('registered_at', '=', registeredAt)
    .execute()
}

/** All but the newest of a pass. */
export const removeOldest = async (
  { db, tenant }: Context,
  passId: string,
  most: number,
): Promise<void> => {
  await sql`delete from flash_pass_registrations
    where tenant_id = ${tenant.id}::uuid and pass_id = ${passId}::uuid and id not in (
      select id from flash_pass_registrations
      where tenant_id = ${tenant.id}::uuid and pass_id = ${passId}::uuid
      order by registered_at desc, id desc limit ${most}::integer)`.execute(db)
}

/** Of a phone, the passes that have changed after a time. */
export const listChanged = (
  { db, tenant }: Context,
  { device, since, most }: { readonly device: string; readonly since: Date; readonly most: number },
): Promise<Pick<StoredPass, 'id' | 'changed_at'>[]> =>
  db
    .selectFrom('flash_pass_registrations as r')
    .innerJoin('flash_passes as p', (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.pass_id'),
    )
    .select(['p.id', 'p.changed_at'])
    .where('r.tenant_id', '=', tenant.id)
    .where('r.device_hash', '=', hashOf(device))
    .where('p.changed_at', '>', since)
    .orderBy('p.changed_at')
    .orderBy('p.id')
    .limit(most)
    .execute()
