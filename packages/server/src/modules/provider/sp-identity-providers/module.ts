import * as contract from '@signet/contract/provider/sp-identity-providers'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  readInfo,
  readOfTenant,
  readOwn,
  updateOfTenant,
  updateOwn,
} from './sp-identity-providers.service.ts'

export const spIdentityProvidersModule: Module = {
  routes: [
    routes(contract, {
      readTenantSpIdentityProvider: (ctx, { params }) => readOfTenant(ctx, params.id),
      updateTenantSpIdentityProvider: (ctx, { params, body }) =>
        updateOfTenant(ctx, params.id, body),
      readTenantSpIdentityProviderInfo: (ctx, { params }) => readInfo(ctx, params.id),
      readSpIdentityProvider: readOwn,
      updateSpIdentityProvider: (ctx, { body }) => updateOwn(ctx, body),
    }),
  ],
}
