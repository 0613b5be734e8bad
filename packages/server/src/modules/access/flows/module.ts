import * as contract from '@signet/contract/access/authentication-flows'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './flows.service.ts'

export const flowsModule: Module = {
  routes: [
    routes(contract, {
      listAuthenticationFlows: service.list,
      readAuthenticationFlow: (ctx, { params }) => service.read(ctx, params.id),
      createAuthenticationFlow: (ctx, { body }) => service.create(ctx, body),
      updateAuthenticationFlow: (ctx, { params, body }) => service.change(ctx, params.id, body),
      deleteAuthenticationFlow: (ctx, { params }) => service.remove(ctx, params.id),
    }),
  ],
}
