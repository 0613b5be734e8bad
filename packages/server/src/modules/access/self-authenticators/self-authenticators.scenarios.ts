import { startOwnFidoRegistration } from '@signet/contract/access/self-authenticators'
import { goodPassword } from '../../../../testing/access/people.ts'
import {
  activating,
  active,
  asking,
  lock,
  lockedOut,
  questionsOf,
  registrationFor,
  withQuestions,
  withRecoveryCodes,
} from '../../../security/sweep/calls/authenticators.ts'
import { held, sent, stock } from '../../../security/sweep/calls/hardware-tokens.ts'
import { own } from '../../../security/sweep/calls/self.ts'
import { anyUser, passkeyAsId, tokenAsId } from '../../../security/sweep/id-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import { buildPasskey, buildTotp } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, newPassword, type Scenario } from '../../../security/sweep/world.ts'

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

export const scenarios: SubjectScenarios = {
  calls: {
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
      await lock(world, id, 'TOKEN')
      return { as, params: { tokenid: token.id }, body: { unlockChallenge: '12345678' } }
    },
    unlockOwnPassword: async (world) => ({ as: (await lockedOut(world)).as }),
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
  },
  ids: [
    { under: '/api/web/v1/self/tokens/', build: tokenAsId },
    { under: '/api/web/v1/self/fidotokens/', build: passkeyAsId },
  ],
  bodyIds: {
    startOwnOfflineActivation: {
      build: async (tenant) => (await buildTotp(tenant.ctx, await anyUser(tenant))).id,
      body: (tokenid) => ({ tokenid }),
    },
    // Ids of a tenant's questions, one among several: tried with the module's own tests.
    addOwnQuestions: null,
    replaceOwnQuestions: null,
  },
  effects: {
    unlockOwnPassword: rowsOf('attempt_budgets'),
    startOwnFidoRegistration: rowsOf('fido_registrations'),
    completeOwnFidoRegistration: ['readOwnAuthenticators'],
    synchroniseOwnToken: rowsOf('tokens'),
    unlockOwnToken: rowsOf('attempt_budgets'),
  },
  alteredBy: {
    readOwnPasswordRules: ['updatePasswordSettings'],
    readOwnPasswordReset: ['updatePasswordResetSettings'],
    listOwnOfferedQuestions: ['createKbaQuestion'],
  },
  computes: {
    validateOwnPassword: { password: 'short' },
  },
  shownIn: {
    notifyOwnPassword: 'modules/access/self-authenticators/self-authenticators.test.ts',
  },
}
