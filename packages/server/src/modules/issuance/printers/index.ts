export { listWatched } from './care.service.ts'
export { printerDashboardRoutes } from './dashboard.routes.ts'
export { deviceOf } from './device.ts'
export { look } from './looks.ts'
export {
  findPrinter,
  type StoredPrinter,
  wakeLane,
} from './printers.repository.ts'
export { printerRoutes } from './printers.routes.ts'
export { create as createPrinter, printerRow } from './printers.service.ts'
export { countCard } from './wear.repository.ts'
