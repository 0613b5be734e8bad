import { startUpstreamSignIn } from '@signet/contract/access/upstream-sign-in'
import { browserOf } from '../../../../testing/access/people.ts'
import type { Answer } from '../../../../testing/call.ts'
import {
  buildLink,
  buildProvider,
  buildSamlProvider,
  linkTo,
  providerNamed,
  samlProviderNamed,
} from '../upstream-rows.ts'
import { buildSignedIn, type Scenario, type Scenarios, type World } from '../world.ts'

const wanted = ({ ctx, keep }: World) => ({
  ...providerNamed(`Provider ${ctx.platform.ids.random(6).toString('hex')}`),
  clientSecret: keep(ctx.platform.ids.random(18).toString('base64url')),
})

const onProvider =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildProvider(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const samlNamed = ({ ctx }: World) =>
  samlProviderNamed(`SAML provider ${ctx.platform.ids.random(6).toString('hex')}`)

const onSamlProvider =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildSamlProvider(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const samlMetadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:idp">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
      Location="https://idp.example.test/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

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

export const upstreamScenarios: Scenarios = {
  readOidcIdentityProvider: onProvider(),
  createOidcIdentityProvider: (world) => ({ body: wanted(world) }),
  updateOidcIdentityProvider: onProvider(wanted),
  deleteOidcIdentityProvider: onProvider(),
  testOidcConfiguration: ({ test }) => ({ body: { issuer: test.outside.url } }),
  readSamlIdentityProvider: onSamlProvider(),
  createSamlIdentityProvider: (world) => ({ body: samlNamed(world) }),
  updateSamlIdentityProvider: onSamlProvider(samlNamed),
  deleteSamlIdentityProvider: onSamlProvider(),
  parseSamlProviderMetadata: () => ({ body: { metadata: samlMetadata } }),
  listUserLinkedIdentities: async (world) => ({
    params: { id: (await buildSignedIn(world)).id },
  }),
  unlinkUserIdentity: async (world) => {
    const person = await buildSignedIn(world)
    const { id: linkid } = await buildLink(world.ctx, person)
    return { params: { id: person.id, linkid } }
  },
  startUpstreamSignIn: beginning,
  completeUpstreamSignIn: returned,
  verifyUpstreamAccount: async (world) => ({ query: (await beginning(world)).query }),
  unlinkOwnIdentity: async (world) => {
    const person = await buildSignedIn(world)
    const { id } = await buildLink(world.ctx, person)
    return { params: { id }, as: person.as }
  },
}
