import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, PageRequest, pageOf } from '../kit/schemas.ts'
import { AuditOutcome } from './audit-events.ts'

/** An entry of one's own activity. */
export const OwnActivity = z
  .object({
    id: z.string(),
    eventTime: Instant,
    action: z.string(),
    outcome: AuditOutcome,
    /** What it was done to, where that is not the person. */
    subject: z.string(),
    /** Whether the person did it, an administrator or the service, or somebody not signed in. */
    by: z.enum(['SELF', 'OTHERS', 'NOBODY']),
    /** From where; null for what others did. */
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'OwnActivity' })

export const listOwnActivity = endpoint({
  method: 'POST',
  path: '/api/web/v1/self/activitypaged',
  actor: 'user',
  tab: 'MY_ACTIVITIES',
  body: PageRequest.extend({
    /** SELF: what this user did; OTHERS: what was done to them, failed sign-ins too. */
    side: z.enum(['SELF', 'OTHERS']).default('SELF'),
  }).meta({ id: 'OwnActivityPageRequest' }),
  answer: pageOf(OwnActivity),
  errors: ['access_denied'],
  audit: null,
  limit: 'search',
  summary: 'What happened to the own account in the last 90 days',
  description:
    'Only while the settings of the user portal show activities. Who else acted, and from where, is not told; failed sign-ins tell their address.',
})
