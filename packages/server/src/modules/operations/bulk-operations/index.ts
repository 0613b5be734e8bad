export { writePart } from './bulk-files.ts'
export { bulkCallName, bulkOperationRoutes } from './bulk-operations.routes.ts'
export { workOnBulkOperation } from './bulk-run.ts'
export { performPrepared } from './prepared-operation.ts'
