import {
  buildApplication,
  onApplication,
  wantedApplication,
} from '../../../security/sweep/calls/applications.ts'
import { anyApplication, applicationAsId } from '../../../security/sweep/id-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    createOidcApplication: (world) => ({ body: wantedApplication(world) }),
    readOidcApplication: onApplication(),
    updateOidcApplication: onApplication((world) => ({
      ...wantedApplication(world),
      description: 'Changed',
    })),
    deleteOidcApplication: onApplication(),
    generateClientSecret: async (world) => ({ body: { id: (await buildApplication(world)).id } }),
  },
  ids: [{ under: '/api/web/v1/applications/oidc/', build: applicationAsId }],
  bodyIds: {
    generateClientSecret: { build: anyApplication, body: (id) => ({ id }) },
  },
  effects: {
    generateClientSecret: rowsOf('oidc_applications'),
  },
  constant: {
    listApplicationTypes: 'The types of OpenID Connect application that this release has',
    listClaimFormats: 'The formats of claim values that this release has',
    listCodeChallengeMethods: 'PKCE (RFC 7636, section 4.3)',
    listGrantTypes: 'The grant types that this release has',
    listScopes: 'OpenID Connect Core, section 5.4, and RFC 6749',
    listSigningAlgorithms: 'Signing algorithms of RFC 7518 that this release has',
    listTokenEndpointAuthMethods: 'OpenID Connect Core, section 9, and RFC 8705',
    listUserCodeCharacterSets: 'RFC 8628, section 6.1',
    listClaims: 'The standard claims that this release has',
  },
  shownIn: {
    listUserIdClaims: 'protocols/oidc/claims/subjects.test.ts',
  },
}
