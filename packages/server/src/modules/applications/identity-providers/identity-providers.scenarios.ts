import { buildUser } from '../../../../testing/builders.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { anyGroup } from '../../../security/sweep/id-rows.ts'
import { replaced } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import {
  buildLink,
  buildProvider,
  buildSamlProvider,
  providerNamed,
  samlProviderNamed,
} from '../../../security/sweep/upstream-rows.ts'
import { buildSignedIn, type Scenario, type World } from '../../../security/sweep/world.ts'

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

const provider = async ({ ctx }: TestTenant) => ({ id: await buildProvider(ctx) })

const link = async ({ ctx }: TestTenant) => {
  const person = await buildUser(ctx)
  return { id: person.id, linkid: (await buildLink(ctx, person)).id }
}

const providerFor = (groupId: string) => ({
  ...providerNamed(`Provider for ${groupId}`),
  groupMappings: [{ claim: 'groups', value: 'staff', groupId }],
})

const samlProviderFor = (groupId: string) => ({
  ...samlProviderNamed(`SAML provider for ${groupId}`),
  groupMappings: [{ claim: 'groups', value: 'staff', groupId }],
})

export const scenarios: SubjectScenarios = {
  calls: {
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
  },
  ids: [
    { under: '/api/web/v1/identityproviders/oidc/', build: provider },
    {
      under: '/api/web/v1/identityproviders/saml/',
      build: async ({ ctx }) => ({ id: await buildSamlProvider(ctx) }),
    },
    { under: '/api/web/v1/users/:id/identityproviders/', build: link },
  ],
  bodyIds: {
    createOidcIdentityProvider: { build: anyGroup, body: providerFor },
    updateOidcIdentityProvider: {
      build: anyGroup,
      body: providerFor,
      params: async ({ ctx }) => ({ id: await buildProvider(ctx) }),
    },
    createSamlIdentityProvider: { build: anyGroup, body: samlProviderFor },
    updateSamlIdentityProvider: {
      build: anyGroup,
      body: samlProviderFor,
      params: async ({ ctx }) => ({ id: await buildSamlProvider(ctx) }),
    },
  },
  bodies: {
    createOidcIdentityProvider: providerNamed('x'),
    updateOidcIdentityProvider: providerNamed('x'),
    createSamlIdentityProvider: samlProviderNamed('x'),
    updateSamlIdentityProvider: samlProviderNamed('x'),
  },
  alteredBy: {
    listIdentityProviders: ['createOidcIdentityProvider'],
  },
  computes: {
    parseSamlProviderMetadata: replaced('https://', 'https://other.'),
  },
  shownIn: {
    testOidcConfiguration: 'modules/applications/identity-providers/identity-providers.test.ts',
    listDomainBasedIdentityProviders:
      'modules/applications/identity-providers/identity-providers.test.ts',
  },
}
