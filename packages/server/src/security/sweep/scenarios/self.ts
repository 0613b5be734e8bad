import { startOwnFidoRegistration } from '@signet/contract/access/self-authenticators'
import { goodPassword } from '../../../modules/access/testing/people.ts'
import { buildPasskey, buildTotp } from '../rows.ts'
import { buildSignedIn, newPassword, type Scenario, type Scenarios, type World } from '../world.ts'
import { activating, active, registrationFor, withRecoveryCodes } from './authenticators.ts'

/** Endpoints of the signed-in user, who has a password. */
const own =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    as: (await buildSignedIn(world)).as,
    ...(body === undefined ? {} : { body: body(world) }),
  })

const onActive =
  (body?: unknown): Scenario =>
  async (world) => {
    const { id, as } = await buildSignedIn(world)
    const token = await active(world, id)
    return { as, params: { tokenid: token.id }, ...(body === undefined ? {} : { body }) }
  }

const onPasskey =
  (body?: unknown): Scenario =>
  async (world) => {
    const { id, as } = await buildSignedIn(world)
    const params = { fidoid: await buildPasskey(world.ctx, id) }
    return { as, params, ...(body === undefined ? {} : { body }) }
  }

const values = { values: { density: 'compact' } }

export const selfScenarios: Scenarios = {
  changeOwnPassword: own((world) => ({
    currentPassword: goodPassword,
    newPassword: newPassword(world),
  })),
  validateOwnPassword: own((world) => ({ password: newPassword(world) })),
  createOwnToken: async (world) => ({
    as: (await buildSignedIn(world)).as,
    params: { type: 'GOOGLE_AUTHENTICATOR' },
    body: { label: 'Phone' },
  }),
  startOwnTokenActivation: async (world) => {
    const { id, as } = await buildSignedIn(world)
    return { as, params: { tokenid: (await buildTotp(world.ctx, id)).id } }
  },
  completeOwnTokenActivation: async (world) => {
    const { id, as } = await buildSignedIn(world)
    const token = await activating(world, id)
    return { as, params: { tokenid: token.id }, body: { registrationCode: token.code() } }
  },
  updateOwnToken: onActive({ label: 'Other phone' }),
  changeOwnTokenState: onActive({ state: 'INACTIVE' }),
  deleteOwnToken: onActive(),
  synchroniseOwnToken: async (world) => {
    const { id, as } = await buildSignedIn(world)
    const token = await active(world, id)
    const body = { response: token.code(2), nextResponse: token.code(3) }
    return { as, params: { tokenid: token.id }, body }
  },
  completeOwnFidoRegistration: async (world) => {
    const { as } = await buildSignedIn(world)
    const begun = await world.test.call(startOwnFidoRegistration, { as })
    return { as, body: { fidoResponse: registrationFor(world, begun.body.fidoOptions) } }
  },
  readOwnFidoToken: onPasskey(),
  updateOwnFidoToken: onPasskey({ name: 'Renamed' }),
  deleteOwnFidoToken: onPasskey(),
  readOwnRecoveryCodes: async (world) => {
    const { id, userId, as } = await buildSignedIn(world)
    await withRecoveryCodes(world, id, userId)
    return { as }
  },
  updateSelf: own(() => ({ firstName: 'Changed' })),
  replaceSelfValues: own(() => values),
  mergeSelfValues: own(() => values),
}
