import * as contract from '@signet/contract/applications/oauth-roles'
import { routes } from '../../../kit/routes.ts'
import { create, list, read, remove, replaceOf, update } from './oauth-roles.service.ts'

export const oauthRoleRoutes = routes(contract, {
  listOauthRoles: (ctx, { query }) => list(ctx, query.userId),
  readOauthRole: (ctx, { params }) => read(ctx, params.id),
  createOauthRole: (ctx, { body }) => create(ctx, body),
  updateOauthRole: (ctx, { params, body }) => update(ctx, params.id, body),
  deleteOauthRole: (ctx, { params }) => remove(ctx, params.id),
  replaceUserOauthRoles: (ctx, { params, body }) =>
    replaceOf(ctx, params.userid, body.oauthRoleIds),
})
