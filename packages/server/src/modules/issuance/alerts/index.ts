export { create as createPrinterAlert } from './alerts.service.ts'
export { judgePrinters } from './judging.ts'
