import * as contract from '@signet/contract/issuance/printer-dashboard'
import { routes } from '../../../kit/routes.ts'
import { checkFirmware, clean, readInfo, status, updateFirmware } from './care.service.ts'
import { changeSettings, readSettings } from './settings.service.ts'

export const printerDashboardRoutes = routes(contract, {
  readPrinterDashboard: (ctx, { query }) => status(ctx, query),
  readPrinterInfo: (ctx, { params }) => readInfo(ctx, params.printerId),
  cleanPrinter: (ctx, { params }) => clean(ctx, params.printerId),
  checkPrinterFirmware: (ctx, { params }) => checkFirmware(ctx, params.printerId),
  updatePrinterFirmware: (ctx, { params }) => updateFirmware(ctx, params.printerId),
  readPrinterSettings: (ctx, { params }) => readSettings(ctx, params.printerId),
  changePrinterSettings: (ctx, { params, body }) => changeSettings(ctx, params.printerId, body),
})
