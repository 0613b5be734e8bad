import type { AlertType } from '@signet/rules/alerts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../platform/db/database.ts'
import { eventInSight, memberOf } from '../../identity/groups/index.ts'
import type { TimeRange } from './event-counts.ts'

/** Counted in tables; entitlements have rules of their own. */
export type CountedAlert = Exclude<AlertType, 'ENTITLEMENT'>

interface AlertCount {
  readonly type: CountedAlert
  readonly count: number
  readonly last: Date | null
}

interface Asked extends TimeRange {
  readonly now: Date
}

/** An event is chained within seconds; one that waits for so long waits for somebody. */
const chainPatience = sql`interval '5 minutes'`

const within = (column: string, { from, until }: TimeRange) =>
  sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz`

/** Rows of a table whose state says that they came to nothing. */
const failed = (table: string, column: string, range: TimeRange): RawBuilder<unknown> =>
  sql`select count(*), max(${sql.ref(column)}) from ${sql.table(table)}
    where tenant_id = ${range.tenantId}::uuid and state = 'FAILED' and ${within(column, range)}`

/** The latest event that should be chained by now, if it is not. */
const chainBehind = ({ tenantId, now }: Asked): RawBuilder<unknown> => sql`
  select count(*), max(e.occurred_at) from (
    select occurred_at, xid from audit_events where tenant_id = ${tenantId}::uuid
      and occurred_at < ${now}::timestamptz - ${chainPatience} order by occurred_at desc limit 1) e
  where e.xid >= coalesce((select upto_xid from audit_chain where tenant_id = ${tenantId}::uuid
    order by number desc limit 1), '0')`

/** People whom wrong answers keep out at present. */
const lockedOut = ({ tenantId, now, groups }: Asked): RawBuilder<unknown> => sql`
  select count(distinct u.id), max(b.last_failed_at)
  from attempt_budgets b join users u on u.tenant_id = ${tenantId}::uuid
    and u.id = (case when length(b.subject) = 36 then b.subject::uuid end)
  where b.tenant_id = ${tenantId}::uuid and b.locked_until > ${now}::timestamptz
    and ${groups === null ? sql`true` : memberOf(tenantId, groups, 'u.id')}`

/** Browsers that were found to be two, of those whom the asker sees. */
const copied = (asked: Asked): RawBuilder<unknown> => sql`
  select count(*), max(e.occurred_at) from audit_events e
  where e.tenant_id = ${asked.tenantId}::uuid and e.action = 'MACHINE_COPIED'
    and ${within('e.occurred_at', asked)}
    and ${asked.groups === null ? sql`true` : eventInSight(asked.tenantId, asked.groups)}`

/** Passkeys whose counter went back in this time and that are still there. */
const clonedPasskeys = ({ tenantId, groups, ...range }: Asked): RawBuilder<unknown> => sql`
  select count(*), max(cloned_at) from fido_credentials c
  where c.tenant_id = ${tenantId}::uuid and ${within('cloned_at', { tenantId, groups, ...range })}
    and ${groups === null ? sql`true` : memberOf(tenantId, groups, 'c.user_id')}`

/** Sign-ins of which their person said that it was not they: somebody else has their password. */
const concerns = (asked: Asked): RawBuilder<unknown> => sql`
  select count(*), max(p.answered_at) from pushes p
  where p.tenant_id = ${asked.tenantId}::uuid and p.state = 'CONCERN'
    and ${within('answered_at', asked)}
    and ${asked.groups === null ? sql`true` : memberOf(asked.tenantId, asked.groups, 'p.user_id')}`

const counts: Readonly<Record<CountedAlert, (asked: Asked) => RawBuilder<unknown>>> = {
  AUDIT_CHAIN_BEHIND: chainBehind,
  WEBHOOK_SWITCHED_OFF: (asked) => sql`select count(*), max(disabled_at) from webhooks
    where tenant_id = ${asked.tenantId}::uuid and ${within('disabled_at', asked)}`,
  WEBHOOK_DELIVERY_FAILED: (asked) => sql`select count(*), max(attempted_at)
    from webhook_deliveries
    where tenant_id = ${asked.tenantId}::uuid and state = 'DEAD' and ${within('attempted_at', asked)}`,
  KEY_ROTATION_FAILED: (asked) =>
    sql`${failed('job_contents', 'ended_at', asked)} and queue = 'key-rotation'`,
  ARCHIVE_FAILED: (asked) => failed('audit_archives', 'completed_at', asked),
  EMAIL_NOT_DELIVERED: (asked) => sql`select count(*), max(created_at) from email_messages
    where tenant_id = ${asked.tenantId}::uuid and state in ('BOUNCED', 'FAILED')
      and discarded_at is null and ${within('created_at', asked)}`,
  BULK_OPERATION_FAILED: (asked) => failed('bulk_operations', 'ended_at', asked),
  REPORT_FAILED: (asked) => failed('reports', 'ended_at', asked),
  SCHEDULED_TASK_FAILED: (asked) => failed('scheduled_task_runs', 'ended_at', asked),
  SCHEDULED_TASK_PAUSED: ({ tenantId }) => sql`select count(*), null::timestamptz
    from scheduled_tasks where tenant_id = ${tenantId}::uuid and paused_reason is not null`,
  SIGN_IN_LOCKED: lockedOut,
  MACHINE_COPIED: copied,
  PASSKEY_CLONED: clonedPasskeys,
  PUSH_CONCERN: concerns,
}

/** What there is of each of these types; those of which there is nothing are left out. */
export const countAlerts = async (
  db: TenantDb,
  types: readonly CountedAlert[],
  asked: Asked,
): Promise<readonly AlertCount[]> => {
  const parts = types.map(
    (type) => sql`select ${type}::text as type, c.count::integer as count, c.last
      from (${counts[type](asked)}) c (count, last)`,
  )
  const { rows } = await sql<AlertCount>`
    select * from (${sql.join(parts, sql` union all `)}) alert where count > 0`.execute(db)
  return rows
}
