import * as contract from '@signet/contract/issuance/printers'
import { routes } from '../../../kit/routes.ts'
import {
  create,
  list,
  listNarrowed,
  read,
  readByDevice,
  readPreferences,
  remove,
  removeFrom,
  summary,
  update,
  updatePreferences,
} from './printers.service.ts'

export const printerRoutes = routes(contract, {
  listPrinters: (ctx, { query }) => listNarrowed(ctx, query),
  listPrintersInFull: (ctx) => list(ctx),
  readPrinterByDevice: (ctx, { params }) => readByDevice(ctx, params.deviceId),
  readPrinterSummary: (ctx) => summary(ctx),
  readPrinter: (ctx, { params }) => read(ctx, params.printerId),
  createPrinter: (ctx, { body }) => create(ctx, body),
  updatePrinter: (ctx, { params, body }) => update(ctx, params.printerId, body),
  deletePrinter: (ctx, { params }) => remove(ctx, params.printerId),
  removePrinterFromTenant: (ctx, { params }) => removeFrom(ctx, params.printerId, params.tenantId),
  readPrinterPreferences: (ctx, { params }) => readPreferences(ctx, params.printerId),
  updatePrinterPreferences: (ctx, { params, body }) =>
    updatePreferences(ctx, params.printerId, body),
})
