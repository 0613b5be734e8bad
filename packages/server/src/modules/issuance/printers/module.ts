import * as printerDashboard from '@signet/contract/issuance/printer-dashboard'
import * as printers from '@signet/contract/issuance/printers'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { checkFirmware, clean, readInfo, status, updateFirmware } from './care.service.ts'
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
import { changeSettings, readSettings } from './settings.service.ts'

const printerRoutes = routes(printers, {
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

const printerDashboardRoutes = routes(printerDashboard, {
  readPrinterDashboard: (ctx, { query }) => status(ctx, query),
  readPrinterInfo: (ctx, { params }) => readInfo(ctx, params.printerId),
  cleanPrinter: (ctx, { params }) => clean(ctx, params.printerId),
  checkPrinterFirmware: (ctx, { params }) => checkFirmware(ctx, params.printerId),
  updatePrinterFirmware: (ctx, { params }) => updateFirmware(ctx, params.printerId),
  readPrinterSettings: (ctx, { params }) => readSettings(ctx, params.printerId),
  changePrinterSettings: (ctx, { params, body }) => changeSettings(ctx, params.printerId, body),
})

export const printersModule: Module = {
  routes: [printerDashboardRoutes, printerRoutes],
  retention: [
    { table: 'printer_days', column: 'day', graceMillis: 90 * day },
    { table: 'simulated_cards', column: 'taken_at', graceMillis: 30 * day },
  ],
  kept: {
    'printer_lanes.leased_until': 'the end of a lease, not of the printer',
  },
}
