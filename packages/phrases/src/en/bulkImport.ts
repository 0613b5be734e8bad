import type operations from './bulkImport/operations.json'

/** One line for each file of `en/bulkImport/`: `subject: typeof subject`. */
export interface BulkImport {
  operations: typeof operations
}
