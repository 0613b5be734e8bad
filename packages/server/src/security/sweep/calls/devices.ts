import { updateActiveSyncAccess } from '@signet/contract/settings/activesyncaccess'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildDesktop, buildMachine, buildSyncDevice, type Holder } from '../device-rows.ts'
import { buildSignedIn, type Given, type Scenario, type World } from '../world.ts'

/** A row of somebody, as path parameters. */
type BuildDevice = (world: World, holder: Holder) => Promise<Readonly<Record<string, string>>>

const withMail = async ({ ctx, test, admin, keep }: World): Promise<void> => {
  const token = keep(ctx.platform.ids.random(18).toString('base64url'))
  await test.call(updateActiveSyncAccess, {
    as: admin.token,
    body: {
      enabled: true,
      url: `${test.outside.url}/mail`,
      selfService: true,
      secrets: { token },
    },
  })
}

export const noDevice: BuildDevice = async () => ({})

export const machine: BuildDevice = async (world, holder) => {
  const { id, machineNonce, sequenceNonce } = await buildMachine(world.ctx, holder)
  world.keep(machineNonce)
  world.keep(sequenceNonce)
  return { id }
}

export const desktop: BuildDevice = async (world, holder) => {
  const { id, secret, key } = await buildDesktop(world.ctx, holder)
  world.keep(secret)
  world.keep(key)
  return { id }
}

export const mailbox: BuildDevice = async (world) => {
  await withMail(world)
  return {}
}

export const phone: BuildDevice = async (world, holder) => {
  await withMail(world)
  return { deviceid: await buildSyncDevice(world.ctx, holder) }
}

type BodyOf = (params: Readonly<Record<string, string>>) => unknown

export const onOthersDevice =
  (build: BuildDevice, body?: BodyOf): Scenario =>
  async (world): Promise<Given> => {
    const email = `${world.ctx.platform.ids.random(6).toString('hex')}@example.test`
    const holder = await buildPerson(world.ctx, { email })
    const params = { userid: holder.id, ...(await build(world, holder)) }
    return { params, ...(body === undefined ? {} : { body: body(params) }) }
  }

export const onOwnDevice =
  (build: BuildDevice, body?: BodyOf): Scenario =>
  async (world): Promise<Given> => {
    const { as, ...holder } = await buildSignedIn(world)
    const params = await build(world, holder)
    return { as, params, ...(body === undefined ? {} : { body: body(params) }) }
  }

export const letIn: BodyOf = ({ deviceid }) => ({ deviceId: deviceid, access: 'ALLOWED' })
