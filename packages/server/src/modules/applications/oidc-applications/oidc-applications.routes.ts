import * as contract from '@signet/contract/applications/oidc-applications'
import { routes } from '../../../kit/routes.ts'
import * as service from './oidc-applications.service.ts'
import * as options from './oidc-options.ts'
import { listSubjectChoices } from './subjects.ts'

export const oidcApplicationRoutes = routes(contract, {
  listOidcApplications: service.listAll,
  createOidcApplication: (ctx, { body: { clientId, clientSecret, ...wanted } }) =>
    service.create(ctx, wanted, { imported: { clientId, clientSecret } }),
  readOidcApplication: (ctx, { params }) => service.read(ctx, params.id),
  updateOidcApplication: (ctx, { params, body }) => service.change(ctx, params.id, body),
  deleteOidcApplication: (ctx, { params }) => service.remove(ctx, params.id),
  generateClientSecret: (ctx, { body }) => service.generateSecret(ctx, body.id),
  listSigningAlgorithms: () => options.signingAlgorithms,
  listApplicationTypes: () => options.applicationTypes,
  listCodeChallengeMethods: () => options.codeChallengeMethods,
  listGrantTypes: () => options.grantTypes,
  listTokenEndpointAuthMethods: () => options.tokenEndpointAuthMethods,
  listScopes: () => options.scopes,
  listClaims: () => options.claims,
  listClaimFormats: () => options.claimFormats,
  listUserCodeCharacterSets: () => options.userCodeCharacterSets,
  listUserIdClaims: listSubjectChoices,
})
