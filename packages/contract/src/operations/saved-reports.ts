import { abort } from '@signet/rules/abort'
import { hasColumns, reportKinds, reportPeriodNames, reportStates } from '@signet/rules/reports'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { AuditFilter } from './audit-events.ts'

/** What a report tells: a kind, a stretch of time that ends when it is made, a filter. */
export const ReportDefinition = z
  .object({
    kind: z.enum(reportKinds),
    period: z.enum(reportPeriodNames).default('LAST_7_DAYS'),
    /** Of audit events alone. */
    filter: AuditFilter.omit({ from: true, until: true }).default({}),
    /** Those of the kind, by the names of the API; none: all of them. */
    columns: z.array(z.string().max(50, abort)).max(20, abort).default([]),
  })
  .refine(({ kind, columns }) => hasColumns(kind, columns), {
    path: ['columns'],
    message: 'are not those of the kind, each once',
  })
  .meta({ id: 'ReportDefinition' })

export const NewReport = ReportDefinition.safeExtend({ name: Line(100) }).meta({ id: 'NewReport' })

/** The first rows of what a report would tell now. */
export const ReportPreview = z
  .object({
    columns: z.array(z.string()),
    /** Times are texts, as everywhere. */
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
    /** There is more. */
    truncated: z.boolean(),
  })
  .meta({ id: 'ReportPreview' })

export const Report = z
  .object({
    id: Uuid,
    name: z.string(),
    definition: ReportDefinition,
    state: z.enum(reportStates),
    /** Why it is PAUSED or FAILED; null otherwise. */
    reason: z.string().nullable(),
    /** Null until it is ready. */
    rows: z.int().nullable(),
    /** There was more than a file holds. */
    truncated: z.boolean(),
    from: Instant.nullable(),
    until: Instant.nullable(),
    startedBy: z.string(),
    /** The scheduled task that made it; null for one that somebody asked for. */
    scheduledTaskId: Uuid.nullable(),
    grantExpiresAt: Instant.nullable(),
    createdAt: Instant,
    endedAt: Instant.nullable(),
    expiresAt: Instant,
    version: z.int(),
  })
  .meta({ id: 'Report' })

const admin = { actor: 'admin', api: 'administration' } as const
const path = '/api/web/v1/reports'
const one = `${path}/:id`
const params = IdParams
const gone = ['not_found', 'report_invalid_state', 'precondition_failed'] as const

const { view, add, remove } = callsOn('REPORTS')

export const createReport = endpoint({
  ...admin,
  ...add,
  path,
  body: NewReport,
  answer: Report,
  limit: 'heavy',
  errors: ['too_many_reports'],
  audit: 'REPORT_CREATED',
  ordinary: 'internalFile',
  summary: 'Have a report made, to be fetched as CSV or PDF',
  description:
    'Made soon after, under the rights of the caller: it pauses when they are locked, when their roles change, or after 24 hours. Kept for 30 days. Rows above 20,000 are left out, above 1,000 in the PDF.',
})

export const previewReport = endpoint({
  ...admin,
  ...view,
  method: 'POST',
  path: `${path}/preview`,
  body: ReportDefinition,
  answer: ReportPreview,
  limit: 'search',
  errors: [],
  summary: 'The first 20 rows that a report would have',
  description: 'Nothing is kept. Who is limited to groups sees what concerns the people in them.',
})

export const listReports = endpoint({
  ...admin,
  ...view,
  method: 'POST',
  path: '/api/web/v1/reportspaged',
  body: PageRequest.meta({ id: 'ReportPageRequest' }),
  answer: pageOf(Report),
  limit: 'search',
  errors: [],
  summary: 'Saved reports, the newest first',
  description: 'Who is limited to groups sees their own, made under the same limit.',
})

export const readReport = endpoint({
  ...admin,
  ...view,
  path: one,
  params,
  answer: Report,
  errors: ['not_found'],
  summary: 'One saved report: what it tells and how it stands',
})

export const deleteReport = endpoint({
  ...admin,
  ...remove,
  path: one,
  params,
  ordinary: 'withdrawal',
  errors: gone,
  audit: 'REPORT_DELETED',
  summary: 'Delete a saved report',
})

export const cancelReport = endpoint({
  ...admin,
  ...add,
  method: 'PUT',
  path: `${one}/cancel`,
  params,
  answer: Report,
  ordinary: 'withdrawal',
  errors: gone,
  audit: 'REPORT_CANCELLED',
  summary: 'Cancel a report that is not ready',
})

export const renewReportCredentials = endpoint({
  ...admin,
  ...add,
  method: 'PUT',
  path: `${one}/renewcredentials`,
  params,
  answer: Report,
  errors: gone,
  audit: 'REPORT_RENEWED',
  ordinary: 'internalFile',
  summary: 'Give it the caller’s rights for another 24 hours, and continue',
})

const file = {
  ...admin,
  method: 'GET',
  params,
  needs: ['EXPORTREPORTS', 'VIEW'],
  limit: 'change',
  errors: ['not_found', 'report_invalid_state'],
  audit: null,
} as const

export const downloadReport = endpoint({
  ...file,
  path: `${one}/csv`,
  answer: z.string(),
  produces: 'text/csv',
  sensitive: true,
  summary: 'The report as a CSV file',
  description: 'Cells that a spreadsheet would run as a formula begin with an apostrophe.',
})

export const printReport = endpoint({
  ...file,
  path: `${one}/pdf`,
  answer: z.string(),
  produces: 'application/pdf',
  sensitive: true,
  summary: 'The report as a PDF file',
})
