import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Uuid } from '../kit/schemas.ts'

export const mostRadiusSessions = 200

/** A connection as a client of RADIUS accounts for it (RFC 2866). */
export const RadiusSession = z
  .object({
    id: Uuid,
    /** As the client sent it. */
    userName: z.string(),
    /** The client's own name of the connection. */
    sessionId: z.string(),
    clientAddress: z.string(),
    callingStationId: z.string().nullable(),
    framedAddress: z.string().nullable(),
    startedAt: Instant,
    updatedAt: Instant,
    /** Null while it lasts. */
    endedAt: Instant.nullable(),
    seconds: z.int(),
    inputBytes: z.int(),
    outputBytes: z.int(),
    /** RFC 2866, section 5.10; null while it lasts, and where the client did not say. */
    endCause: z.int().nullable(),
  })
  .meta({ id: 'RadiusSession' })

const { view } = callsOn('APPLICATIONS')

export const listRadiusSessions = endpoint({
  ...view,
  path: '/api/web/v1/applications/radius/:id/sessions',
  params: IdParams,
  answer: z.array(RadiusSession),
  errors: ['not_found'],
  summary: 'Connections that clients of a RADIUS application accounted for, newest first',
  description: `At most ${mostRadiusSessions}; they are kept for 90 days after they were last heard of.`,
})
