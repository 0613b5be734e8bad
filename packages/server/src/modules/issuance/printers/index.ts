export { listWatched } from './care.service.ts'
export { deviceOf } from './device.ts'
export { look } from './looks.ts'
export {
  findPrinter,
  type StoredPrinter,
  wakeLane,
} from './printers.repository.ts'
export { create as createPrinter, printerRow } from './printers.service.ts'
export { countCard } from './wear.repository.ts'
