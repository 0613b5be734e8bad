/* Written by `npm run modules`. */
import type operations from './bulkImport/operations.json'

/** The texts of `en/bulkImport/`, by file. */
export interface BulkImport {
  operations: typeof operations
}
