import * as contract from '@signet/contract/applications/identity-providers'
import { routes } from '../../../kit/routes.ts'
import { testConfiguration } from './configuration-test.ts'
import * as service from './identity-providers.service.ts'
import { listForAdministrator, unlinkForAdministrator } from './linked-identities.service.ts'

export const identityProviderRoutes = routes(contract, {
  listIdentityProviders: service.listAll,
  listDomainBasedIdentityProviders: service.listByDomain,
  listOidcIdentityProviders: service.listOidc,
  readOidcIdentityProvider: (ctx, { params }) => service.read(ctx, params.id),
  createOidcIdentityProvider: (ctx, { body }) => service.create(ctx, body),
  updateOidcIdentityProvider: (ctx, { params, body }) => service.change(ctx, params.id, body),
  deleteOidcIdentityProvider: (ctx, { params }) => service.remove(ctx, params.id),
  testOidcConfiguration: (ctx, { body }) => testConfiguration(ctx, body.issuer),
  listUserLinkedIdentities: (ctx, { params }) => listForAdministrator(ctx, params.id),
  unlinkUserIdentity: (ctx, { params }) => unlinkForAdministrator(ctx, params),
})
