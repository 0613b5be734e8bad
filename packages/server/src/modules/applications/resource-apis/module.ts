import * as contract from '@signet/contract/applications/resource-apis'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as apis from './resource-apis.service.ts'
import * as scopes from './resource-scopes.service.ts'

export const resourceApisModule: Module = {
  routes: [
    routes(contract, {
      readResourceConfig: apis.readConfig,
      listResourceApis: apis.listAll,
      readResourceApi: (ctx, { params }) => apis.read(ctx, params.id),
      createResourceApi: (ctx, { body }) => apis.create(ctx, body),
      updateResourceApi: (ctx, { params, body }) => apis.change(ctx, params.id, body),
      deleteResourceApi: (ctx, { params }) => apis.remove(ctx, params.id),
      revokeApiTokens: (ctx, { params }) => apis.revokeTokens(ctx, params.id),
      grantClientCredentials: (ctx, { params, body }) => scopes.grant(ctx, params.id, body),
      readClientCredentials: (ctx, { params }) => scopes.readGrant(ctx, params.id, params.appid),
      updateClientCredentials: (ctx, { params, body }) =>
        scopes.changeGrant(ctx, params.id, { applicationId: params.appid, ...body }),
      revokeClientCredentials: (ctx, { params }) => scopes.revoke(ctx, params.id, params.appid),
      listResourceScopes: (ctx, { query }) => scopes.listAll(ctx, query.apiId),
      readResourceScope: (ctx, { params }) => scopes.read(ctx, params.id),
      createResourceScope: (ctx, { body }) => scopes.create(ctx, body),
      updateResourceScope: (ctx, { params, body }) => scopes.change(ctx, params.id, body),
      deleteResourceScope: (ctx, { params }) => scopes.remove(ctx, params.id),
    }),
  ],
  openColumns: ['resource_apis.access_token_format'],
}
