import {
  challengeContactVerification,
  challengeExtraAttribute,
  challengeOptionalAttribute,
  challengeSystemAttribute,
} from '@signet/contract/access/contact-verification'
import { updateSelf } from '@signet/contract/access/self'
import { startOwnFidoRegistration } from '@signet/contract/access/self-authenticators'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { goodPassword } from '../../../../testing/access/people.ts'
import { buildPasskey, buildTotp, buildUserAttribute } from '../rows.ts'
import {
  buildSignedIn,
  type Given,
  newPassword,
  type Scenario,
  type Scenarios,
  type World,
} from '../world.ts'
import {
  activating,
  active,
  asking,
  questionsOf,
  registrationFor,
  withQuestions,
  withRecoveryCodes,
} from './authenticators.ts'

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

const proving =
  (challenge: Endpoint, body: object): Scenario =>
  async (world) => {
    const { as, email } = await buildSignedIn(world)
    const value = `${world.ctx.platform.ids.random(6).toString('hex')}@example.test`
    const isNew = 'value' in body && body.value === 'NEW'
    await world.test.call(challenge, { as, body: isNew ? { ...body, value } : body })
    const response = await mailedCode(world.test, isNew ? value : email)
    const attribute = 'attribute' in body ? body.attribute : ''
    return { as, body: { attribute, response } }
  }

const ofExtra =
  (build: (as: string, attribute: string) => Promise<Given> | Given): Scenario =>
  async (world) =>
    build((await buildSignedIn(world)).as, await buildUserAttribute(world.ctx))

const values = { values: { density: 'compact' } }

export const selfScenarios: Scenarios = {
  challengeContactVerification: own(() => ({ attribute: 'email' })),
  authenticateContactVerification: proving(challengeContactVerification, { attribute: 'email' }),
  challengeSystemAttribute: own(() => ({ attribute: 'email', value: 'new@example.test' })),
  completeSystemAttribute: proving(challengeSystemAttribute, { attribute: 'email', value: 'NEW' }),
  challengeOptionalAttribute: own(() => ({ attribute: 'mobile', value: '+442079460123' })),
  completeOptionalAttribute: proving(challengeOptionalAttribute, {
    attribute: 'mobile',
    value: '+442079460123',
  }),
  deleteOptionalAttribute: async (world) => {
    const { as, id } = await buildSignedIn(world)
    await world.ctx.db
      .updateTable('users')
      .set({ mobile: '+442079460123' })
      .where('id', '=', id)
      .execute()
    return { as, query: { attribute: 'mobile' } }
  },
  challengeExtraAttribute: ofExtra((as, attribute) => ({ as, body: { attribute, value: 'x' } })),
  completeExtraAttribute: async (world) => {
    const attribute = await buildUserAttribute(world.ctx)
    return proving(challengeExtraAttribute, { attribute, value: 'x' })(world)
  },
  deleteExtraAttribute: async (world) => {
    const attribute = await buildUserAttribute(world.ctx)
    const { as } = await buildSignedIn(world)
    await world.test.call(updateSelf, {
      as,
      body: { userAttributeValues: [{ userAttributeId: attribute, value: 'x' }] },
    })
    return { as, query: { attribute } }
  },
  completeSelfRegistration: async (world) => {
    const { as, id } = await buildSignedIn(world)
    await world.ctx.db
      .updateTable('users')
      .set({ registration_required: true })
      .where('id', '=', id)
      .execute()
    return { as }
  },
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
  startOwnOfflineActivation: async (world) => {
    const { id, as } = await buildSignedIn(world)
    return { as, body: { tokenid: (await buildTotp(world.ctx, id)).id } }
  },
  completeOwnTokenRegistration: async (world) => {
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
  addOwnQuestions: async (world) => {
    const { as } = await buildSignedIn(world)
    await asking(world)
    return { as, body: questionsOf(world) }
  },
  replaceOwnQuestions: async (world) => {
    const { id, userId, as } = await buildSignedIn(world)
    await withQuestions(world, id, userId)
    return { as, body: questionsOf(world) }
  },
  deleteOwnQuestions: async (world) => {
    const { id, userId, as } = await buildSignedIn(world)
    await withQuestions(world, id, userId)
    return { as }
  },
  updateSelf: own(() => ({ firstName: 'Changed' })),
  replaceSelfValues: own(() => values),
  mergeSelfValues: own(() => values),
}
