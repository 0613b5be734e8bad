import * as contract from '@signet/contract/provider/push-credentials'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { pushCredentials, tryPush } from './push-credentials.service.ts'

export const pushCredentialsModule: Module = {
  routes: [
    routes(contract, {
      readPushCredentials: pushCredentials.read,
      updatePushCredentials: (ctx, { body }) => pushCredentials.update(ctx, body),
      testPushCredentials: (ctx, { body }) => tryPush(ctx, body.service),
    }),
  ],
  secretColumns: ['provider_credentials.sealed'],
}
