export { factsOf } from './exported-lists.ts'
export { listExportRoutes } from './list-exports.routes.ts'
export { createExportWork } from './make-list-export.ts'
