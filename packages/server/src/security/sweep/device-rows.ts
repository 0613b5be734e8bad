import type { Context } from '../../kit/context.ts'
import { desktops } from '../../modules/authenticators/desktops/index.ts'
import { machines } from '../../modules/authenticators/machines/index.ts'

/** Whose rows they are. */
export interface Holder {
  readonly id: string
  readonly userId: string
}

const personOf = ({ id, userId }: Holder) => ({ id, name: userId })

/** A browser that is remembered, with the nonces that it keeps. */
export const buildMachine = (ctx: Context, holder: Holder) =>
  ctx.transaction((ctx) => machines.create(ctx, personOf(holder), { label: 'Laptop' }))

/** A computer with codes of a day, and their secret. */
export const buildDesktop = async (ctx: Context, holder: Holder) => {
  const made = await desktops.register(ctx, personOf(holder), { name: 'Laptop', days: 1 })
  const secret = new URL(made.otpauthUri).searchParams.get('secret') ?? ''
  return { id: made.id, secret, key: made.offlineCodes.key }
}

/** A phone that the mail gateway has told of; its name. */
export const buildSyncDevice = async (ctx: Context, { id }: Holder): Promise<string> => {
  const deviceId = ctx.platform.ids.uuid()
  await ctx.db
    .insertInto('activesync_devices')
    .values({
      tenant_id: ctx.tenant.id,
      user_id: id,
      device_id: deviceId,
      name: 'Phone',
      model: null,
      operating_system: null,
      access: 'QUARANTINED',
      first_synced_at: null,
      last_synced_at: null,
      reported_at: ctx.platform.clock.now(),
    })
    .execute()
  return deviceId
}

/** The workflow that the provider registers faces by. */
export const registrationWorkflow = 'register'

/** A face whose registration has begun; the provider's name of it too. */
export const buildFace = async (ctx: Context, holder: Holder) => {
  const { ids, clock } = ctx.platform
  const [id, applicant, now] = [ids.uuid(), ids.uuid(), clock.now()]
  const run = `${ids.uuid()}~${applicant}~${registrationWorkflow}`
  await ctx.db
    .insertInto('faces')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      user_id: holder.id,
      state: 'REGISTERING',
      applicant,
      run,
      flow: 'WEB',
      registered_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
      activated_at: null,
      last_used_at: null,
    })
    .execute()
  return { id, run }
}
