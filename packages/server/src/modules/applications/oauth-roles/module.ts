import * as contract from '@signet/contract/applications/oauth-roles'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './oauth-roles.service.ts'

export const oauthRolesModule: Module = {
  routes: [
    routes(contract, {
      listOauthRoles: (ctx, { query }) => service.list(ctx, query.userId),
      readOauthRole: (ctx, { params }) => service.read(ctx, params.id),
      createOauthRole: (ctx, { body }) => service.create(ctx, body),
      updateOauthRole: (ctx, { params, body }) => service.update(ctx, params.id, body),
      deleteOauthRole: (ctx, { params }) => service.remove(ctx, params.id),
      replaceUserOauthRoles: (ctx, { params, body }) =>
        service.replaceOf(ctx, params.userid, body.oauthRoleIds),
    }),
  ],
}
