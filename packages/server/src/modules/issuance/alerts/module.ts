import * as contract from '@signet/contract/issuance/alerts'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { create, list, read, remove, removeAll, update } from './alerts.service.ts'

export const alertsModule: Module = {
  routes: [
    routes(contract, {
      listPrinterAlerts: (ctx) => list(ctx),
      readPrinterAlert: (ctx, { params }) => read(ctx, params.id),
      createPrinterAlert: (ctx, { body }) => create(ctx, body),
      updatePrinterAlert: (ctx, { params, body }) => update(ctx, params.id, body),
      deletePrinterAlert: (ctx, { params }) => remove(ctx, params.id),
      deletePrinterAlerts: (ctx, { body }) => removeAll(ctx, body.ids),
    }),
  ],
}
