import type { NewReport, Report, ReportDefinition } from '@signet/contract/operations/saved-reports'
import { previewedRows } from '@signet/rules/reports'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callingPrincipal } from '../../../kit/jobs.ts'
import { keysetList } from '../../../kit/lists.ts'
import { Streamed, versioned } from '../../../kit/routes.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import { removeRows } from '../../../platform/db/row-sets.ts'
import type { ReportRow, StoredDefinition } from '../../../platform/db/schema/reports.ts'
import { standingText } from '../../identity/principals/index.ts'
import { sightOf } from './lent-rights.ts'
import { asTexts, enqueueReport, rangeOf, subjectOf } from './make-report.ts'
import { type Cell, tableOf } from './report-tables.ts'
import * as repository from './saved-reports.repository.ts'

type Stored = repository.StoredReport

const dayMillis = 86_400_000
const keptMillis = 30 * dayMillis
const mostReports = 500

/** The wire form once parsed, as it is stored. */
export const storedDefinition = ({
  kind,
  period,
  filter,
  columns,
}: z.output<typeof ReportDefinition>) => ({
  kind,
  period,
  filter: kind === 'AUDIT_EVENTS' ? filter : {},
  columns,
})

const present = (row: Stored): z.input<typeof Report> => ({
  id: row.id,
  name: row.name,
  definition: row.definition,
  state: row.state,
  reason: row.reason,
  rows: row.row_count,
  truncated: row.truncated,
  from: row.from_at,
  until: row.until_at,
  startedBy: row.owner_name,
  scheduledTaskId: row.task_id,
  grantExpiresAt: row.grant_until,
  createdAt: row.created_at,
  endedAt: row.ended_at,
  expiresAt: row.expires_at,
  version: row.version,
})

/** Whoever is limited to groups sees what they had made under the same limit. */
const limitOf = (ctx: Context): repository.Sight | null => {
  const actor = callingPrincipal(ctx)
  return actor.groupScope === 'ALL' ? null : { ownerId: actor.id, sight: sightOf(actor) }
}

const visible = (ctx: Context, row: Stored | undefined): Stored => {
  const limit = limitOf(ctx)
  const isSeen = limit === null || (row?.owner_id === limit.ownerId && row.sight === limit.sight)
  if (row === undefined || !isSeen || row.expires_at <= ctx.platform.clock.now()) {
    throw new ApiError('not_found')
  }
  return row
}

const granted = async (ctx: Context) => {
  const actor = callingPrincipal(ctx)
  const { id, name } = actor
  return {
    owner_id: id,
    owner_name: name,
    sight: sightOf(actor),
    grant_standing: await standingText(ctx, id),
    grant_until: new Date(ctx.platform.clock.now().getTime() + dayMillis),
    reason: null,
  }
}

/** What every stored report begins with. */
export const newReport = (ctx: Context, name: string, definition: StoredDefinition) => {
  const { ids, clock } = ctx.platform
  const now = clock.now()
  return {
    tenant_id: ctx.tenant.id,
    id: ids.uuid(),
    name,
    definition: JSON.stringify(definition),
    created_at: now,
    expires_at: new Date(now.getTime() + keptMillis),
  }
}

/** @throws too_many_reports */
export const create = async (ctx: Context, wanted: z.output<typeof NewReport>) => {
  const begun = newReport(ctx, wanted.name, storedDefinition(wanted))
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    if (!(await hasRoom(ctx, 'reports', mostReports))) throw new ApiError('too_many_reports')
    const row = { ...begun, ...(await granted(ctx)), state: 'PENDING' as const }
    await repository.insertReport(ctx, row)
    await enqueueReport(ctx, row.id)
    const { kind, period } = wanted
    audit(ctx, 'REPORT_CREATED', { subject: subjectOf(row), attributes: { kind, period } })
    const made = visible(ctx, await repository.findReport(ctx, row.id))
    return versioned(present(made), made.version)
  })
}

const plain = (cell: Cell): string | number | null =>
  cell instanceof Date ? cell.toISOString() : cell

/** The first rows of a report, made on the spot. */
export const preview = async (ctx: Context, wanted: z.output<typeof ReportDefinition>) => {
  const range = asTexts(rangeOf(ctx, wanted.period))
  const { columns, rows, truncated } = await tableOf(ctx, wanted, { range, most: previewedRows })
  return {
    columns: [...columns],
    rows: rows.slice(0, previewedRows).map((row) => row.map(plain)),
    truncated: truncated || rows.length > previewedRows,
  }
}

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = visible(ctx, await repository.findReport(ctx, id))
  return versioned(present(row), row.version)
}

/** The newest first. */
export const listPage = keysetList({
  name: 'reports',
  keys: [
    ['created_at', 'timestamptz'],
    ['id', 'uuid'],
  ],
  descending: true,
  rows: (ctx) => repository.reportsInSight(ctx, limitOf(ctx)),
  present: (_ctx, rows) => rows.map(present),
})

interface Changing {
  readonly id: string
  readonly action: string
  readonly from: readonly ReportRow['state'][]
}

const change = (
  ctx: Context,
  { id, action, from }: Changing,
  work: (ctx: Context, row: Stored) => Promise<repository.ReportChange>,
) =>
  ctx.transaction(async (ctx) => {
    const row = visible(ctx, await repository.findReportForChange(ctx, id))
    expectVersion(ctx, row.version)
    if (!from.includes(row.state)) throw new ApiError('report_invalid_state')
    await repository.updateReport(ctx, id, await work(ctx, row))
    audit(ctx, action, { subject: subjectOf(row) })
    const changed = visible(ctx, await repository.findReport(ctx, id))
    return versioned(present(changed), changed.version)
  })

/** @throws not_found, report_invalid_state, precondition_failed */
export const cancel = (ctx: Context, id: string) => {
  const from = ['PENDING', 'RUNNING', 'PAUSED'] as const
  return change(ctx, { id, action: 'REPORT_CANCELLED', from }, async (ctx) => ({
    state: 'CANCELLED',
    reason: null,
    ended_at: ctx.platform.clock.now(),
  }))
}

/** @throws not_found, report_invalid_state, precondition_failed */
export const renewCredentials = async (ctx: Context, id: string) => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const from = ['PENDING', 'PAUSED'] as const
  return change(ctx, { id, action: 'REPORT_RENEWED', from }, async (ctx, row) => {
    if (row.state === 'PAUSED') await enqueueReport(ctx, id)
    return { ...(await granted(ctx)), state: 'PENDING' }
  })
}

/** @throws not_found, report_invalid_state, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = visible(ctx, await repository.findReportForChange(ctx, id))
    expectVersion(ctx, row.version)
    if (row.state === 'RUNNING') throw new ApiError('report_invalid_state')
    await removeRows(ctx, 'reports', [row])
    audit(ctx, 'REPORT_DELETED', { subject: subjectOf(row) })
    return undefined
  })

/** @throws not_found, report_invalid_state */
export const file = async (ctx: Context, id: string, format: 'csv' | 'pdf') => {
  visible(ctx, await repository.findReport(ctx, id))
  const content = await repository.findFile(ctx, id, format)
  if (content === null) throw new ApiError('report_invalid_state')
  return new Streamed(`report-${id}.${format}`, [content])
}
