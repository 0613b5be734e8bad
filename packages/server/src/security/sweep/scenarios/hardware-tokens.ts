import { hotp } from '@signet/algorithms/otp'
import {
  buildHardware,
  buildStock,
  packed,
} from '../../../../testing/authenticators/hardware-tokens.ts'
import { container, keyPackage } from '../../../../testing/authenticators/key-files.ts'
import { buildUser } from '../../../../testing/builders.ts'
import { buildJob } from '../rows.ts'
import { buildSignedIn, type Scenario, type Scenarios, type World } from '../world.ts'

/** A secret of twenty bytes, told in every form that it is written in, and its first code. */
const newSecret = ({ ctx, keep }: World) => {
  const secret = ctx.platform.ids.random(20)
  const text = keep(secret.toString('base64'))
  keep(secret.toString('hex'))
  return { secret, text, response: hotp({ secret, digits: 6, algorithm: 'SHA1' }, 0) }
}

const stock = async (world: World) => {
  const { secret, response } = newSecret(world)
  return { ...(await buildStock(world.ctx, { secret })), response }
}

const held = async (world: World, userId: string) => {
  const { secret, response } = newSecret(world)
  return { ...(await buildHardware(world.ctx, userId, { secret })), response }
}

/** A token on its way to its owner. */
const sent = async (world: World, userId: string) => {
  const token = await held(world, userId)
  await world.ctx.db
    .updateTable('tokens')
    .set({ state: 'NEW' })
    .where('tenant_id', '=', world.ctx.tenant.id)
    .where('id', '=', token.id)
    .execute()
  return token
}

const jobOf =
  (kind: string): Scenario =>
  async ({ ctx, admin }) => ({
    params: { id: await buildJob(ctx, { kind, ownerId: admin.id }) },
  })

export const hardwareTokenScenarios: Scenarios = {
  readAssignedTokensStatus: jobOf('tokens-assigned'),
  readAssignedTokensResult: jobOf('tokens-assigned'),
  readUnassignedTokensStatus: jobOf('tokens-unassigned'),
  readUnassignedTokensResult: jobOf('tokens-unassigned'),
  assignToken: async (world) => {
    const { id, response } = await stock(world)
    const body = { userId: (await buildUser(world.ctx)).id, response }
    return { params: { tokenid: id }, body }
  },
  assignTokenBySerial: async (world) => {
    const { serial, response } = await stock(world)
    const params = { id: (await buildUser(world.ctx)).id }
    return { params, body: { serialNumber: serial, response } }
  },
  confirmToken: async (world) => {
    const { id, response } = await sent(world, (await buildUser(world.ctx)).id)
    return { params: { tokenid: id }, body: { response } }
  },
  unassignToken: async (world) => ({
    params: { tokenid: (await held(world, (await buildUser(world.ctx)).id)).id },
  }),
  importTokens: (world) => {
    const { text } = newSecret(world)
    const file = keyPackage({
      serial: world.ctx.platform.ids.random(6).toString('hex'),
      secret: `<Secret><PlainValue>${text}</PlainValue></Secret>`,
    })
    return { body: { content: world.keep(packed(container(file))) } }
  },
  assignOwnToken: async (world) => {
    const { serial, response } = await stock(world)
    const { as } = await buildSignedIn(world)
    return { as, body: { serialNumber: serial, response } }
  },
  confirmOwnToken: async (world) => {
    const { as, id } = await buildSignedIn(world)
    const token = await sent(world, id)
    return { as, params: { tokenid: token.id }, body: { response: token.response } }
  },
  unlockOwnToken: async (world) => {
    const { as, id } = await buildSignedIn(world)
    const token = await held(world, id)
    return { as, params: { tokenid: token.id }, body: { unlockChallenge: '12345678' } }
  },
}
