import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { AsyncJob } from '../kit/jobs.ts'
import { GivenInstant, IdParams, Instant, PageRequest, pageOf } from '../kit/schemas.ts'

export const AuditOutcome = z.enum(['SUCCESS', 'FAILURE', 'DENIED']).meta({ id: 'AuditOutcome' })

export const AuditEvent = z
  .object({
    id: z.string(),
    eventTime: Instant,
    actorType: z.string(),
    actorId: z.string(),
    actorName: z.string(),
    entityType: z.string(),
    entityId: z.string(),
    entityName: z.string(),
    action: z.string(),
    outcome: AuditOutcome,
    requestId: z.string(),
    address: z.string().nullable(),
    /** ISO 3166-1 alpha-2, ZZ for an unknown one; null for events without an address, or before countries were told. */
    country: z.string().nullable(),
    userAgent: z.string().nullable(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    attributes: z.record(z.string(), z.unknown()).nullable(),
    /** True when the person's details were erased; the envelope stays. */
    erased: z.boolean(),
  })
  .meta({ id: 'AuditEvent' })

const Text = z.string().trim().min(1).max(200, abort)

export const AuditFilter = z
  .object({
    from: GivenInstant.optional(),
    until: GivenInstant.optional(),
    actorId: Text.optional(),
    entityType: Text.optional(),
    entityId: Text.optional(),
    actions: z.array(Text).max(50, abort).optional(),
    outcome: AuditOutcome.optional(),
    address: Text.optional(),
    /** ISO 3166-1 alpha-2, ZZ for unknown ones. */
    country: z
      .string()
      .max(2, abort)
      .regex(/^[A-Z]{2}$/)
      .optional(),
    requestId: Text.optional(),
    /** Part of a name, action or address, or a whole request id; three characters or more. */
    text: z.string().trim().min(3).max(100, abort).optional(),
  })
  .meta({ id: 'AuditFilter' })

export const AuditPageRequest = PageRequest.extend(AuditFilter.shape).meta({
  id: 'AuditPageRequest',
})

const access = { actor: 'admin', needs: ['REPORTS', 'VIEW'], errors: [], audit: null } as const

export const listAuditEvents = endpoint({
  ...access,
  method: 'POST',
  path: '/api/web/v2/reports/auditeventspaged',
  body: AuditPageRequest,
  answer: pageOf(AuditEvent),
  limit: 'search',
  summary: 'Audit events, the newest first',
  description: 'Without `from` the last 90 days are searched. Totals above 10,000 are estimates.',
})

export const listSiemEvents = endpoint({
  ...access,
  alsoFor: ['SIEM'],
  method: 'POST',
  path: '/api/web/v2/reports/auditeventspaged/siem',
  body: PageRequest.extend({ from: GivenInstant.optional() }).meta({ id: 'SiemPageRequest' }),
  answer: pageOf(AuditEvent),
  limit: 'search',
  summary: 'Audit events, the oldest first, for a collector that keeps its cursor',
})

export const submitAuditEvents = endpoint({
  ...access,
  method: 'POST',
  path: '/api/web/v2/async/reports/auditeventspaged',
  body: AuditPageRequest,
  answer: AsyncJob,
  limit: 'heavy',
  summary: 'Have a page of audit events prepared',
})

export const readAuditEventsStatus = endpoint({
  ...access,
  method: 'GET',
  path: '/api/web/v2/async/reports/auditeventspaged/:id/status',
  params: IdParams,
  answer: AsyncJob,
  errors: ['not_found'],
  limit: 'read',
  summary: 'Whether the page is ready',
})

export const readAuditEventsResult = endpoint({
  ...access,
  method: 'GET',
  path: '/api/web/v2/async/reports/auditeventspaged/:id/result',
  params: IdParams,
  answer: pageOf(AuditEvent),
  errors: ['not_found', 'job_not_completed', 'job_failed'],
  limit: 'read',
  summary: 'The page that was asked for',
})
