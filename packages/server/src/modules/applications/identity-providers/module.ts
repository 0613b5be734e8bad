import * as contract from '@signet/contract/applications/identity-providers'
import * as samlContract from '@signet/contract/applications/saml-identity-providers'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import type { IdentityProvider } from '../../../platform/saml/identity-provider.ts'
import { readProvider } from '../saml-applications/index.ts'
import { testConfiguration } from './configuration-test.ts'
import { listAll, listByDomain, oidcProviders } from './identity-providers.service.ts'
import { listForAdministrator, unlinkForAdministrator } from './linked-identities.service.ts'
import { samlProviders } from './saml-providers.service.ts'

const identityProviderRoutes = routes(contract, {
  listIdentityProviders: listAll,
  listDomainBasedIdentityProviders: listByDomain,
  listOidcIdentityProviders: oidcProviders.list,
  readOidcIdentityProvider: (ctx, { params }) => oidcProviders.read(ctx, params.id),
  createOidcIdentityProvider: (ctx, { body }) => oidcProviders.create(ctx, body),
  updateOidcIdentityProvider: (ctx, { params, body }) => oidcProviders.change(ctx, params.id, body),
  deleteOidcIdentityProvider: (ctx, { params }) => oidcProviders.remove(ctx, params.id),
  testOidcConfiguration: (ctx, { body }) => testConfiguration(ctx, body.issuer),
  listUserLinkedIdentities: (ctx, { params }) => listForAdministrator(ctx, params.id),
  unlinkUserIdentity: (ctx, { params }) => unlinkForAdministrator(ctx, params),
})

const samlIdentityProviderRoutes = routes(samlContract, {
  listSamlIdentityProviders: samlProviders.list,
  readSamlIdentityProvider: (ctx, { params }) => samlProviders.read(ctx, params.id),
  createSamlIdentityProvider: (ctx, { body }) => samlProviders.create(ctx, body),
  updateSamlIdentityProvider: (ctx, { params, body }) => samlProviders.change(ctx, params.id, body),
  deleteSamlIdentityProvider: (ctx, { params }) => samlProviders.remove(ctx, params.id),
  parseSamlProviderMetadata: (ctx, { body }) =>
    readProvider<IdentityProvider>(ctx, 'identity-provider', body.metadata),
})

export const identityProvidersModule: Module = {
  routes: [identityProviderRoutes, samlIdentityProviderRoutes],
  secretColumns: ['identity_providers.sealed_secret'],
}
