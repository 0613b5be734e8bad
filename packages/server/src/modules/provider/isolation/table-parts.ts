import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { TablePart } from '../../../platform/db/tenant-digest.ts'

/** What the service itself writes to a table at any time, for every tenant. The rest is compared. */
interface OwnWork {
  /** Columns that it changes. */
  readonly columns: readonly string[]
  /** SQL that names a row `t` of a table to which it adds rows: those that are there have to stay. */
  readonly name?: string
  /** SQL: which of those that are there it does not remove. */
  readonly staying?: string
  /** SQL: which rows it never adds. */
  readonly foreign?: string
}

/** Queues that jobs, schedules and the reading of events add to, without a call. */
const ownQueues = ['mail', 'sign-outs', 'scheduled-tasks', 'reports', 'flash-passes', 'write-backs']

const lease = ['due_at', 'lease_id', 'leased_until', 'failures']
const sending = ['lease_id', 'leased_until', 'paused_until', 'failures', 'failing_since']

/** By table, with the reason. */
export const ownWork: Readonly<Record<string, OwnWork>> = {
  // Events that are there are linked, in order: the last links are hashes over all before them.
  audit_chain: {
    columns: [],
    name: 't.number::text',
    staying: `t.number > (select max(c.number) - 100 from audit_chain c
      where c.tenant_id = t.tenant_id)`,
  },
  // Readers of the events get on.
  audit_cursors: { columns: ['number'] },
  // Callers who met a limit: addresses, and users of the tenant itself.
  limited_callers: {
    columns: ['count', 'first_at', 'last_at'],
    name: 't.id::text',
    foreign: `t.subject = 'USER' and t.caller <> '' and not exists (
      select from users u where u.tenant_id = t.tenant_id and u.id::text = t.caller)`,
  },
  // An event of the tenant is sent to its webhooks, again and again where that fails.
  webhook_deliveries: {
    columns: [
      'state',
      'attempts',
      'next_attempt_at',
      'attempted_at',
      'answer_status',
      'failure',
      'duration_millis',
    ],
    name: `t.event_id || ' ' || t.webhook_id`,
    foreign: `not exists (select from audit_events e where e.tenant_id = t.tenant_id
      and e.occurred_at = t.occurred_at and e.id = t.event_id)`,
  },
  webhook_lanes: { columns: [...sending, 'due_at', 'slow', 'last_success_at'] },
  syslog_applications: { columns: [...sending, 'position', 'failure', 'last_success_at'] },
  // Jobs end, and are forgotten a week later.
  job_contents: {
    columns: ['state', 'sealed', 'attempts', 'last_error', 'ended_at'],
    name: 't.id::text',
    staying: 't.ended_at is null',
    foreign: `t.queue not in (${ownQueues.map((queue) => `'${queue}'`).join(', ')})`,
  },
  // Printers are judged, and print, by themselves; alert and printer of a row are the tenant's.
  printer_alert_standings: {
    columns: ['phase', 'at', 'told_at', 'over_at', 'detail'],
    name: `t.alert_id || ' ' || t.printer_id`,
  },
  printer_alert_watches: { columns: ['due_at'] },
  printer_lanes: { columns: lease },
  // Metadata of identity providers are read again.
  identity_providers: { columns: ['metadata_next_at', 'metadata_state'] },
}

/** Events that a host writes about calls to itself that it refuses. */
const isRefusal = (event: string): string =>
  `${event}.outcome = 'DENIED'
    and ${event}.action in ('REQUEST_REJECTED', 'APPLICATION_AUTHENTICATION_ALARM')`

/** While the host of the tenant itself is called by others. */
export const besideRefusals: ReadonlyMap<string, TablePart> = new Map([
  ['audit_events', { without: [], only: sql.raw(`not (${isRefusal('t')})`) }],
  [
    'audit_details',
    {
      without: [],
      only: sql.raw(`not exists (select from audit_events e where e.tenant_id = t.tenant_id
        and e.occurred_at = t.occurred_at and e.id = t.event_id and ${isRefusal('e')})`),
    },
  ],
])

/** Which rows of a table with rows of the service itself are compared, from now on. */
const rowsOf = async (
  { db, tenant }: Context,
  table: string,
  { name = '', staying = 'true', foreign }: OwnWork,
): Promise<RawBuilder<unknown>> => {
  const named = sql.raw(name)
  const stays = sql.raw(staying)
  const { rows } = await sql<{ name: string; stays: boolean }>`
    select ${named} as name, ${stays} as stays from ${sql.table(table)} t
    where t.tenant_id = ${tenant.id}::uuid and (${stays} or ${foreign !== undefined})`.execute(db)
  const watched = rows.filter((row) => row.stays).map((row) => row.name)
  const known = rows.map((row) => row.name)
  const ofOthers =
    foreign === undefined
      ? sql`false`
      : sql`(${sql.raw(foreign)} and ${named} <> all (${known}::text[]))`
  return sql`(${named} = any (${watched}::text[]) or ${ofOthers})`
}

/** What of each table is compared as long as no row of the service itself counts. */
export const tableParts = async (ctx: Context): Promise<Map<string, TablePart>> => {
  const parts = new Map<string, TablePart>()
  for (const [table, work] of Object.entries(ownWork)) {
    const without = work.columns
    const only = work.name === undefined ? {} : { only: await rowsOf(ctx, table, work) }
    parts.set(table, { without, ...only })
  }
  return parts
}
