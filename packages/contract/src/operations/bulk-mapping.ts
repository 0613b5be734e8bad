import { bulkEncodings, bulkFormats } from '@signet/rules/bulk'
import { z } from 'zod'
import { Line } from '../kit/schemas.ts'

/** What becomes of the rows, or would by a dry run. */
export const BulkCounts = z
  .object({ rows: z.int(), changed: z.int(), skipped: z.int(), failed: z.int() })
  .meta({ id: 'BulkCounts' })

/** Where a column's values come from: a column of the file (counted from 0), or one for all rows. */
export const BulkMapping = z
  .object({
    column: Line(64),
    source: z.int().min(0).max(999).nullable().default(null),
    /** Several printers stand beside each other, with a semicolon between them. */
    value: Line(800).nullable().default(null),
  })
  .meta({ id: 'BulkMapping' })

/** How the file is read, in place of what it looks like. */
export const BulkFileReading = z.object({
  format: z
    .enum(bulkFormats)
    .optional()
    .describe('Format of the file, instead of the recognized one.'),
  encoding: z
    .enum(bulkEncodings)
    .optional()
    .describe('Text encoding of the file, instead of the recognized one.'),
})
