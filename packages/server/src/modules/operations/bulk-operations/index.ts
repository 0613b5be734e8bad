export { bulkCallName, bulkOperationRoutes } from './bulk-operations.routes.ts'
export { workOnBulkOperation } from './life-cycle/bulk-run.ts'
export { performPrepared } from './life-cycle/prepared-operation.ts'
export { writePart } from './reading/bulk-files.ts'
