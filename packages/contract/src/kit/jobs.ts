import { z } from 'zod'
import { Instant, Uuid } from './schemas.ts'

/** A piece of work submitted by one call, watched by a second and fetched by a third. */
export const AsyncJob = z
  .object({
    id: Uuid,
    status: z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
    submittedAt: Instant,
    completedAt: Instant.nullable(),
    /** After this its result is gone. */
    expiresAt: Instant,
    /** Why it failed. */
    errorCode: z.string().nullable(),
  })
  .meta({ id: 'AsyncJob' })
