import { updateActiveSyncAccess } from '@signet/contract/settings/activesyncaccess'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildDesktop, buildMachine, buildSyncDevice, type Holder } from '../device-rows.ts'
import { buildSignedIn, type Given, type Scenario, type Scenarios, type World } from '../world.ts'

/** A row of somebody, as path parameters. */
type Build = (world: World, holder: Holder) => Promise<Readonly<Record<string, string>>>

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

const nothing: Build = async () => ({})

const machine: Build = async (world, holder) => {
  const { id, machineNonce, sequenceNonce } = await buildMachine(world.ctx, holder)
  world.keep(machineNonce)
  world.keep(sequenceNonce)
  return { id }
}

const desktop: Build = async (world, holder) => {
  const { id, secret, key } = await buildDesktop(world.ctx, holder)
  world.keep(secret)
  world.keep(key)
  return { id }
}

const mailbox: Build = async (world) => {
  await withMail(world)
  return {}
}

const phone: Build = async (world, holder) => {
  await withMail(world)
  return { deviceid: await buildSyncDevice(world.ctx, holder) }
}

type BodyOf = (params: Readonly<Record<string, string>>) => unknown

const onOthers =
  (build: Build, body?: BodyOf): Scenario =>
  async (world): Promise<Given> => {
    const email = `${world.ctx.platform.ids.random(6).toString('hex')}@example.test`
    const holder = await buildPerson(world.ctx, { email })
    const params = { userid: holder.id, ...(await build(world, holder)) }
    return { params, ...(body === undefined ? {} : { body: body(params) }) }
  }

const onOwn =
  (build: Build, body?: BodyOf): Scenario =>
  async (world): Promise<Given> => {
    const { as, ...holder } = await buildSignedIn(world)
    const params = await build(world, holder)
    return { as, params, ...(body === undefined ? {} : { body: body(params) }) }
  }

const letIn: BodyOf = ({ deviceid }) => ({ deviceId: deviceid, access: 'ALLOWED' })
const onDesktops = () => ({ params: { platform: 'desktop' } })

export const deviceScenarios: Scenarios = {
  readDeviceAttributes: onDesktops,
  updateDeviceAttributes: () => ({ ...onDesktops(), body: { attributes: ['browser'] } }),
  listUserMachines: onOthers(machine),
  createUserMachine: onOthers(nothing, () => ({ label: 'Laptop' })),
  deleteUserMachine: onOthers(machine),
  listOwnMachines: onOwn(machine),
  createOwnMachine: onOwn(nothing, () => ({ label: 'Laptop' })),
  deleteOwnMachine: onOwn(machine),
  listActiveSyncDevices: onOthers(phone),
  readUserActiveSyncSettings: onOthers(mailbox),
  refreshActiveSyncDevices: onOthers(mailbox),
  changeActiveSyncDevice: onOthers(phone, letIn),
  deleteActiveSyncDevice: onOthers(phone),
  listOwnActiveSyncDevices: onOwn(phone),
  readOwnActiveSyncSettings: onOwn(mailbox),
  refreshOwnActiveSyncDevices: onOwn(mailbox),
  changeOwnActiveSyncDevice: onOwn(phone, letIn),
  deleteOwnActiveSyncDevice: onOwn(phone),
  listUserDesktops: onOthers(desktop),
  readUserDesktop: onOthers(desktop),
  deleteUserDesktop: onOthers(desktop),
  listOwnDesktops: onOwn(desktop),
  registerOwnDesktop: onOwn(nothing, () => ({ name: 'Laptop', days: 1 })),
  renewOwnDesktop: onOwn(desktop, () => ({ days: 1 })),
  readOwnDesktop: onOwn(desktop),
  deleteOwnDesktop: onOwn(desktop),
}
