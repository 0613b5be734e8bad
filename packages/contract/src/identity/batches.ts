import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { Uuid } from '../kit/schemas.ts'

export const mostInBatch = 100

/** Of whatever the call is about. */
export const BatchIds = z
  .object({ ids: z.array(Uuid).min(1).max(mostInBatch, abort) })
  .meta({ id: 'BatchIds' })

/** What became of one row, in the order sent. */
export const BatchOutcome = z
  .object({
    index: z.int(),
    outcome: z.enum(['SUCCESS', 'FAILURE']),
    id: z.string().nullable(),
    /** Null on success. */
    errorCode: z.string().nullable(),
    fields: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'BatchOutcome' })

export const BatchOutcomes = z
  .object({ results: z.array(BatchOutcome) })
  .meta({ id: 'BatchOutcomes' })
