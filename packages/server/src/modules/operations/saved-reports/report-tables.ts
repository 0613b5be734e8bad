import { mostReportRows, type ReportKind, reportColumns } from '@signet/rules/reports'
import type { Context } from '../../../kit/context.ts'
import { csvCell } from '../../../platform/csv.ts'
import type { StoredDefinition } from '../../../platform/db/schema/reports.ts'
import { searchAuditEvents } from '../audit-events/index.ts'
import * as counts from '../reports/index.ts'

export type Cell = string | number | Date | null

/** What a report says: names of columns are those of the API. */
export interface ReportTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** There was more than a report holds. */
  readonly truncated: boolean
}

interface Range {
  readonly from: string
  readonly until: string
}

const whole = <R extends object, K extends keyof R & string>(
  columns: readonly K[],
  rows: readonly R[],
  cell: (value: R[K]) => Cell,
): ReportTable => ({
  columns,
  rows: rows.map((row) => columns.map((column) => cell(row[column]))),
  truncated: false,
})

type Simple = string | number | Date | boolean | null
const plain = (value: Simple): Cell => (typeof value === 'boolean' ? String(value) : value)

const pageSize = 1000

interface Asked {
  readonly range: Range
  readonly filter: StoredDefinition['filter']
  /** Rows of events to read at most. */
  readonly most: number
}

/** The newest events first, page by page. */
const eventTable = async (ctx: Context, { range, filter, most }: Asked): Promise<ReportTable> => {
  const columns = reportColumns.AUDIT_EVENTS
  const rows: Cell[][] = []
  const limit = Math.min(pageSize, most)
  let cursor: string | undefined
  do {
    const page = await searchAuditEvents(ctx, { ...filter, ...range, limit, cursor })
    for (const event of page.results) rows.push(columns.map((column) => plain(event[column])))
    cursor = page.paging.nextCursor ?? undefined
  } while (cursor !== undefined && rows.length < most)
  return { columns, rows, truncated: cursor !== undefined }
}

type Source = (ctx: Context, asked: Asked) => Promise<ReportTable>

const sources: Readonly<Record<ReportKind, Source>> = {
  AUDIT_EVENTS: eventTable,
  AUTHENTICATIONS: async (ctx, { range }) => {
    const { results } = await counts.authentications(ctx, { ...range, interval: 'DAY' })
    return whole(reportColumns.AUTHENTICATIONS, results, plain)
  },
  OUTCOMES: async (ctx, { range }) =>
    whole(reportColumns.OUTCOMES, (await counts.outcomes(ctx, range)).results, plain),
  FAILED_AUTHENTICATIONS: async (ctx, { range }) => {
    const { results } = await counts.failedAuthentications(ctx, range)
    return whole(reportColumns.FAILED_AUTHENTICATIONS, results, plain)
  },
  ACTIVE_USERS: async (ctx, { range }) => {
    const { results } = await counts.activeUsers(ctx, { ...range, interval: 'DAY' })
    return whole(reportColumns.ACTIVE_USERS, results, plain)
  },
  AUTHENTICATIONS_BY_APPLICATION: async (ctx, { range }) => {
    const { results } = await counts.authenticationsByApplication(ctx, range)
    return whole(reportColumns.AUTHENTICATIONS_BY_APPLICATION, results, plain)
  },
  AUTHENTICATIONS_BY_AUTHENTICATOR: async (ctx, { range }) => {
    const { results } = await counts.authenticationsByAuthenticator(ctx, range)
    return whole(reportColumns.AUTHENTICATIONS_BY_AUTHENTICATOR, results, plain)
  },
  USERS: async (ctx, { range }) =>
    whole(reportColumns.USERS, [await counts.users(ctx, range)], plain),
  APPLICATIONS: async (ctx) =>
    whole(reportColumns.APPLICATIONS, (await counts.applications(ctx)).results, plain),
  AUTHENTICATOR_TYPES: async (ctx) =>
    whole(reportColumns.AUTHENTICATOR_TYPES, (await counts.authenticatorTypes(ctx)).results, plain),
  TEXT_MESSAGES: async (ctx, { range }) => {
    const { results } = await counts.textMessages(ctx, { ...range, interval: 'DAY' })
    return whole(reportColumns.TEXT_MESSAGES, results, plain)
  },
}

/** The chosen columns in the order of the kind; all when none is chosen. */
const narrowed = (table: ReportTable, chosen: readonly string[]): ReportTable => {
  if (chosen.length === 0) return table
  const kept = table.columns.flatMap((column, at) => (chosen.includes(column) ? [at] : []))
  return {
    ...table,
    columns: kept.map((at) => table.columns[at] ?? ''),
    rows: table.rows.map((row) => kept.map((at) => row[at] ?? null)),
  }
}

interface Wanted {
  readonly range: Range
  readonly most?: number
}

/** Makes a report under the rights of the context's actor. */
export const tableOf = async (
  ctx: Context,
  { kind, filter, columns }: StoredDefinition,
  { range, most = mostReportRows }: Wanted,
): Promise<ReportTable> =>
  narrowed(await sources[kind](ctx, { range, filter, most }), columns ?? [])

const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

/** With a byte order mark, by which Excel knows UTF-8; formulas are neutralised. */
export const reportCsv = ({ columns, rows }: ReportTable): Buffer => {
  const lines = [columns, ...rows].map((cells) =>
    cells.map((cell) => csvCell(cellText(cell))).join(','),
  )
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}
