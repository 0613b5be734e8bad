import {
  completeUpstreamSignIn,
  startUpstreamSignIn,
} from '@signet/contract/access/upstream-sign-in'
import { browserOf, fieldOf } from '../../../../testing/access/people.ts'
import { buildUser } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { opensSession } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import {
  buildLink,
  buildProvider,
  linkTo,
  providerNamed,
} from '../../../security/sweep/upstream-rows.ts'
import { buildSignedIn, type Scenario, type World } from '../../../security/sweep/world.ts'

/** A sign-in that may leave for a provider. */
const beginning = async ({ test, ctx }: World) => {
  const { name: _name, ...place } = providerNamed('', test.outside.url)
  const idpId = await buildProvider(ctx, place)
  const browser = browserOf(test.call)
  await browser.query()
  return { query: { idpId }, body: { authToken: browser.authToken } }
}

const cookieOf = ({ headers }: Answer): string =>
  String([headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? ''

/** Back from a provider that vouches for whoever comes. */
const returned: Scenario = async (world) => {
  const { query, body } = await beginning(world)
  const account = { providerId: query.idpId, issuer: world.test.outside.url, subject: 'known' }
  await linkTo(world.ctx, await buildSignedIn(world), account)
  const started = await world.test.call(startUpstreamSignIn, { query, body })
  const state = new URL(String(started.body.redirect)).searchParams.get('state') ?? ''
  return {
    query,
    body: { ...body, state: world.keep(state), code: 'code' },
    headers: { cookie: cookieOf(started) },
  }
}

const ownLink = async ({ ctx }: TestTenant) => ({
  id: (await buildLink(ctx, await buildUser(ctx))).id,
})

export const scenarios: SubjectScenarios = {
  calls: {
    startUpstreamSignIn: beginning,
    completeUpstreamSignIn: returned,
    verifyUpstreamAccount: async (world) => ({ query: (await beginning(world)).query }),
    unlinkOwnIdentity: async (world) => {
      const person = await buildSignedIn(world)
      const { id } = await buildLink(world.ctx, person)
      return { params: { id }, as: person.as }
    },
  },
  ids: [{ under: '/api/web/v1/self/identityproviders/', build: ownLink }],
  effects: {
    completeUpstreamSignIn: opensSession,
    startUpstreamSignIn: async ({ test }, { given, answer }) => {
      const redirect = new URL(String(answer?.body.redirect ?? 'https://idp.example.test'))
      const state = redirect.searchParams.get('state') ?? 'x'.repeat(43)
      const back = await test.call(completeUpstreamSignIn, {
        query: given.query,
        body: { authToken: fieldOf(given.body, 'authToken'), state, code: 'code' },
        headers: { cookie: answer === null ? '' : cookieOf(answer) },
      })
      return [back.status, back.body.code]
    },
  },
  shownIn: {
    readUpstreamSignOut: 'protocols/single-logout.test.ts',
    verifyUpstreamAccount: 'modules/access/upstream-sign-in/upstream-sign-in.test.ts',
  },
}
