import * as contract from '@signet/contract/provider/client-credentials'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './client-credentials.service.ts'

export const clientCredentialsModule: Module = {
  routes: [
    routes(contract, {
      listProviderClients: service.list,
      createProviderClient: (ctx, { body }) => service.create(ctx, body),
      readProviderClient: (ctx, { params }) => service.read(ctx, params.id),
      updateProviderClient: (ctx, { params, body }) => service.update(ctx, params.id, body),
      deleteProviderClient: (ctx, { params }) => service.remove(ctx, params.id),
      rotateProviderClientSecret: (ctx, { params, body }) =>
        service.rotate(ctx, params.id, body.overlapHours),
      authenticateProviderClient: (ctx, { body }) => service.authenticate(ctx, body),
    }),
  ],
  secretColumns: ['provider_clients.former_hash', 'provider_clients.secret_hash'],
}
