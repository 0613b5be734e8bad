import * as contract from '@signet/contract/applications/user-oauth-tokens'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './user-oauth-tokens.service.ts'

export const userOauthTokensModule: Module = {
  routes: [
    routes(contract, {
      readUserOauthTokenSettings: () => service.settings,
      listUserOauthTokens: (ctx, { params }) => service.listOf(ctx, params.userid),
      revokeUserOauthTokens: (ctx, { params }) => service.revoke(ctx, params.userid, null),
      revokeUserOauthToken: (ctx, { params }) =>
        service.revoke(ctx, params.userid, params.oauthusertokenid),
      revokeApplicationTokens: (ctx, { params }) => service.revokeOfApplication(ctx, params.id),
      listUserApiScopes: (ctx, { params }) => service.listScopesOf(ctx, params.userid),
    }),
  ],
}
