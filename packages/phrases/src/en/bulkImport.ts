/** One line for each file of `en/bulkImport/`: `subject: typeof subject`. */
export type BulkImport = Record<never, never>
