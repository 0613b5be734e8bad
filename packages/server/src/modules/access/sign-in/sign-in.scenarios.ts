import {
  completeAuthentication,
  completeEnrollment,
  startEnrollment,
} from '@signet/contract/access/authentication'
import { browserOf, fieldOf, goodPassword, softToken } from '../../../../testing/access/people.ts'
import { asked } from '../../../security/sweep/calls/soft-tokens.ts'
import { opensSession, tokenTakenBy } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, newPassword, type World } from '../../../security/sweep/world.ts'

/** A browser that has named its user and not yet proven anything. */
const named = async (world: World, wanted: { readonly administrator?: boolean } = {}) => {
  const person = await buildSignedIn(world, wanted)
  const browser = browserOf(world.test.call)
  await browser.query(person.userId)
  return { browser, person }
}

/** A sign-in that stops at the second factor its administrator does not have yet. */
const mustEnrol = async (world: World) => {
  const { browser } = await named(world, { administrator: true })
  await browser.prove('PASSWORD', goodPassword)
  return browser
}

const mustChange = async (world: World) => {
  const { browser, person } = await named(world)
  await world.ctx.db
    .updateTable('passwords')
    .set({ force_change: true })
    .where('tenant_id', '=', world.ctx.tenant.id)
    .where('user_id', '=', person.id)
    .execute()
  await browser.prove('PASSWORD', goodPassword)
  return browser
}

export const scenarios: SubjectScenarios = {
  calls: {
    queryAuthenticators: async (world) => ({
      body: { userId: (await buildSignedIn(world)).userId },
    }),
    challengeAuthenticator: async (world) => {
      const browser = browserOf(world.test.call)
      await browser.query()
      return { params: { authenticator: 'PASSKEY' }, body: { authToken: browser.authToken } }
    },
    completeAuthentication: async (world) => {
      const { browser } = await named(world)
      return {
        params: { authenticator: 'PASSWORD' },
        body: { authToken: browser.authToken, response: goodPassword },
      }
    },
    changeExpiredPassword: async (world) => {
      const browser = await mustChange(world)
      return { body: { authToken: browser.authToken, newPassword: newPassword(world) } }
    },
    startEnrollment: async (world) => ({
      params: { authenticator: 'TOKEN' },
      body: { authToken: (await mustEnrol(world)).authToken },
    }),
    completeEnrollment: async (world) => {
      const { authToken } = await mustEnrol(world)
      const params = { authenticator: 'TOKEN' }
      const begun = await world.test.call(startEnrollment, { params, body: { authToken } })
      const secret = world.keep(String(fieldOf(begun.body.token, 'secret')))
      return { params, body: { authToken, response: softToken(world.ctx, '', secret).code() } }
    },
    beginStepUp: async (world) => ({ as: (await buildSignedIn(world)).as, body: {} }),
    logout: async (world) => ({ as: (await buildSignedIn(world)).as }),
    renewSession: async (world) => ({ as: (await buildSignedIn(world)).as }),
    waitForPush: async (world) => {
      const { app, browser, number } = await asked(world)
      await app.answer(await app.pending(), { decision: 'APPROVE', number })
      return { body: { authToken: browser.authToken } }
    },
  },
  bodyIds: {
    // Ids of questions that were asked of this very person; every other is a wrong answer.
    completeAuthentication: null,
  },
  effects: {
    completeAuthentication: opensSession,
    completeEnrollment: opensSession,
    changeExpiredPassword: opensSession,
    logout: ['listOwnSessions'],
    queryAuthenticators: tokenTakenBy(
      completeAuthentication,
      { response: 'wrong' },
      { authenticator: 'PASSWORD' },
    ),
    challengeAuthenticator: tokenTakenBy(
      completeAuthentication,
      { response: 'wrong' },
      { authenticator: 'PASSWORD' },
    ),
    beginStepUp: tokenTakenBy(
      completeAuthentication,
      { response: 'wrong' },
      { authenticator: 'PASSWORD' },
    ),
    startEnrollment: tokenTakenBy(
      completeEnrollment,
      { response: '000000' },
      { authenticator: 'TOKEN' },
    ),
    renewSession: opensSession,
  },
  shownIn: {
    waitForPush: 'modules/access/sign-in/challenge/pushes.test.ts',
    readAuthenticationInformation: 'app/settings-effects.test.ts',
  },
}
