import { type ReportPeriod, reportPeriods } from '@signet/rules/reports'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import type { StoredDefinition } from '../../../platform/db/schema/reports.ts'
import type { Job } from '../../../platform/queue.ts'
import { onBehalfOf } from './lent-rights.ts'
import { reportCsv, tableOf } from './report-tables.ts'
import { filterWords } from './report-words.ts'
import {
  findReport,
  findReportForChange,
  type ReportChange,
  type StoredReport,
  updateReport,
} from './saved-reports.repository.ts'

const Content = z.object({ id: z.uuid() })
const dayMillis = 86_400_000

export const enqueueReport = (ctx: Context, id: string) =>
  ctx.platform.queue.enqueue(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'reports',
    content: { id },
  })

export const subjectOf = ({ id, name }: Pick<StoredReport, 'id' | 'name'>) => ({
  entity: 'REPORTS',
  id,
  name,
})

/** The time that a report looks back on when it is made now. */
export const rangeOf = (ctx: Context, period: ReportPeriod) => {
  const until = ctx.platform.clock.now()
  return { from: new Date(until.getTime() - reportPeriods[period] * dayMillis), until }
}

export const asTexts = ({ from, until }: ReturnType<typeof rangeOf>) => ({
  from: from.toISOString(),
  until: until.toISOString(),
})

/** The language of the context's actor, else the tenant's. */
const localeOf = async ({ db, tenant, actor }: Context): Promise<string> => {
  if (actor.kind !== 'user') return tenant.defaultLocale
  const row = await db
    .selectFrom('users')
    .select('locale')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', actor.id)
    .executeTakeFirst()
  return row?.locale ?? tenant.defaultLocale
}

interface Files {
  readonly name: string
  readonly definition: StoredDefinition
  /** Whose clocks the PDF goes by. */
  readonly timeZone: string
}

/**
 * Both files of a report, made under the rights of the context's actor, in their language. The
 * library that draws is loaded with the first one.
 */
export const makeFiles = async (ctx: Context, { name, definition, timeZone }: Files) => {
  const { from, until } = rangeOf(ctx, definition.period)
  const table = await tableOf(ctx, definition, { range: asTexts({ from, until }) })
  const reader = { locale: await localeOf(ctx), timeZone }
  const company = ctx.tenant.companyName
  const { reportPdf } = await import('./report-pdf.ts')
  const filter = filterWords(reader, definition.filter)
  const heading = { title: name, company, from, until, filter, madeAt: until, reader }
  return {
    row_count: table.rows.length,
    truncated: table.truncated,
    from_at: from,
    until_at: until,
    csv: reportCsv(table),
    pdf: await reportPdf(table, heading),
  }
}

const isOpen = (row: StoredReport | undefined): row is StoredReport =>
  row?.state === 'PENDING' || row?.state === 'RUNNING'

interface Ending {
  readonly action: string
  readonly change: ReportChange
}

/** Ends a report that has not been cancelled meanwhile, with its event. */
const end = (ctx: Context, id: string, { action, change }: Ending): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const row = await findReportForChange(ctx, id)
    if (!isOpen(row)) return
    await updateReport(ctx, id, change)
    const outcome = change.state === 'COMPLETED' ? 'SUCCESS' : 'FAILURE'
    audit(ctx, action, { subject: subjectOf(row), outcome, attributes: { reason: change.reason } })
  })

const pause = (ctx: Context, id: string, reason: string): Promise<void> =>
  end(ctx, id, { action: 'REPORT_PAUSED', change: { state: 'PAUSED', reason } })

/** Makes a report that was asked for. */
export const workOnReport = async (
  ctx: Context,
  job: Pick<Job, 'content' | 'isLast'>,
): Promise<void> => {
  const { id } = Content.parse(job.content)
  const report = await findReport(ctx, id)
  if (!isOpen(report)) return
  const lent = await onBehalfOf(ctx, report.owner_id, id)
  if ('fault' in lent) return pause(ctx, id, lent.fault)
  const now = ctx.platform.clock.now()
  if (lent.standing !== report.grant_standing) return pause(ctx, id, 'ROLES_CHANGED')
  if (report.grant_until === null || report.grant_until <= now) {
    return pause(ctx, id, 'GRANT_EXPIRED')
  }
  try {
    await updateReport(ctx, id, { state: 'RUNNING' })
    const { name, definition } = report
    const files = await makeFiles(lent.ctx, { name, definition, timeZone: 'UTC' })
    const ended_at = ctx.platform.clock.now()
    const done = { ...files, state: 'COMPLETED', reason: null, ended_at } as const
    await end(ctx, id, { action: 'REPORT_COMPLETED', change: done })
  } catch (error) {
    if (job.isLast) {
      const ended_at = ctx.platform.clock.now()
      const change = { state: 'FAILED', reason: 'ERROR', ended_at } as const
      await end(ctx, id, { action: 'REPORT_FAILED', change })
    }
    throw error
  }
}
