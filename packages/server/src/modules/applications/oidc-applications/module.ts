import * as contract from '@signet/contract/applications/oidc-applications'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './oidc-applications.service.ts'
import * as options from './oidc-options.ts'
import { listSubjectChoices } from './subjects.ts'

export const oidcApplicationsModule: Module = {
  routes: [
    routes(contract, {
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
    }),
  ],
  secretColumns: ['oidc_applications.registration_hash', 'oidc_applications.secret_hash'],
  openColumns: ['oidc_applications.access_token_format', 'oidc_applications.id_token_algorithm'],
}
