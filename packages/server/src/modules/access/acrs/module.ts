import * as contract from '@signet/contract/access/acrs'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './acrs.service.ts'

export const acrsModule: Module = {
  routes: [
    routes(contract, {
      listAcrs: service.list,
      readAcr: (ctx, { params }) => service.read(ctx, params.id),
      createAcr: (ctx, { body }) => service.create(ctx, body),
      deleteAcr: (ctx, { params }) => service.remove(ctx, params.id),
    }),
  ],
}
