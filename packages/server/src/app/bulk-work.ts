import { createBulkWorker } from '../modules/operations/bulk-operations/index.ts'
import { createTenantsByFile } from '../modules/provider/tenants/index.ts'

/** Works on a bulk operation of any kind, those of areas above bulk operations included. */
export const workOnBulkOperation = createBulkWorker({ createtenant: createTenantsByFile })
