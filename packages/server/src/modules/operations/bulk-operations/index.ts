export { bulkCallName, bulkOperationRoutes } from './bulk-operations.routes.ts'
export {
  type BulkWork,
  failed,
  faultBy,
  type RowFault,
  type ValueRow,
  type Verdict,
} from './bulk-work.ts'
export { createBulkWorker } from './life-cycle/bulk-run.ts'
export { performPrepared } from './life-cycle/prepared-operation.ts'
export { writePart } from './reading/bulk-files.ts'
