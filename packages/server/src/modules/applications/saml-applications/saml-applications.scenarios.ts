import { replaced } from '../../../security/sweep/looks.ts'
import { buildSamlApplication, samlApplicationNamed } from '../../../security/sweep/saml-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const wantedSaml = ({ ctx }: World) =>
  samlApplicationNamed(`Saml ${ctx.platform.ids.random(6).toString('hex')}`)

const onSaml =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildSamlApplication(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const filter = '.filter(.*).matcher(a).replace(b).end()'

const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:sp">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/>
</EntityDescriptor>`

const samlApplication = {
  name: 'x',
  entityId: 'urn:x',
  assertionConsumers: [{ index: 0, url: 'https://sp.example.test/acs' }],
}

export const scenarios: SubjectScenarios = {
  calls: {
    createSamlApplication: (world) => ({ body: wantedSaml(world) }),
    readSamlApplication: onSaml(),
    updateSamlApplication: onSaml(wantedSaml),
    deleteSamlApplication: onSaml(),
    parseSamlMetadata: () => ({ body: { metadata } }),
    testSamlFilter: () => ({ body: { filter, values: ['banana'] } }),
    validateSamlFilter: () => ({ body: { filter }, query: { attributeValue: 'banana' } }),
  },
  ids: [
    {
      under: '/api/web/v1/applications/saml/',
      build: async ({ ctx }) => ({ id: await buildSamlApplication(ctx) }),
    },
  ],
  bodies: {
    createSamlApplication: samlApplication,
    updateSamlApplication: samlApplication,
  },
  alteredBy: {
    listSamlAttributeSources: ['createUserAttribute'],
  },
  computes: {
    parseSamlMetadata: replaced('urn:sp', 'urn:other'),
    testSamlFilter: { values: ['cherry'] },
    validateSamlFilter: { filter: 'none' },
  },
  constant: {
    listSamlHashAlgorithms: 'XML Signature: the digests that this release has',
    listSamlNameIdFormats: 'SAML 2.0 core, section 8.3',
    listSamlSignatureAlgorithms: 'XML Signature: the algorithms that this release has',
  },
}
