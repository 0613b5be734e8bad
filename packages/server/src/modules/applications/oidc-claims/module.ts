import * as contract from '@signet/contract/applications/oidc-claims'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './oidc-claims.service.ts'

export const oidcClaimsModule: Module = {
  routes: [
    routes(contract, {
      listOidcClaims: service.listAll,
      readOidcClaim: (ctx, { params }) => service.read(ctx, params.id),
      createOidcClaim: (ctx, { body }) => service.create(ctx, body),
      updateOidcClaim: (ctx, { params, body }) => service.change(ctx, params.id, body),
      deleteOidcClaim: (ctx, { params }) => service.remove(ctx, params.id),
    }),
  ],
}
