export { printerSearchRoutes } from './printer-search.routes.ts'
export { saveBundle as saveRibbonBundle } from './printer-search.service.ts'
