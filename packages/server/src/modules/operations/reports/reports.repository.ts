import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/db/database.ts'
import { eventInSight, memberOf } from '../../identity/groups/index.ts'
import type { TimeRange } from './event-counts.ts'

const signIn = 'AUTHENTICATION'
const mostFailing = 10

interface Failing {
  readonly entity_id: string
  readonly name: string
  readonly count: number
  readonly last: Date
}

/** Refusals have an index of their own; names are read for those alone that are listed. */
export const listFailing = async (db: TenantDb, range: TimeRange): Promise<readonly Failing[]> => {
  const { tenantId, from, until, groups } = range
  const seen = groups === null ? sql`true` : eventInSight(tenantId, groups)
  const { rows } = await sql<Failing>`
    with refused as (
      select e.entity_id, count(*)::integer as count, max(e.occurred_at) as last
      from audit_events e
      where e.tenant_id = ${tenantId}::uuid and e.action = ${signIn} and e.outcome <> 'SUCCESS'
        and e.occurred_at >= ${from} and e.occurred_at < ${until} and ${seen}
      group by e.entity_id order by count desc, last desc limit ${mostFailing})
    select r.*, coalesce((
      select d.entity_name from audit_events e
        join audit_details d on d.tenant_id = ${tenantId}::uuid
          and d.occurred_at = e.occurred_at and d.event_id = e.id
      where e.tenant_id = ${tenantId}::uuid and e.entity_id = r.entity_id and e.action = ${signIn}
        and e.occurred_at <= r.last and d.entity_name <> ''
      order by e.occurred_at desc limit 1), '') as name
    from refused r order by count desc, last desc`.execute(db)
  return rows
}

type UserCounts = Record<'total' | 'inactive' | 'registering' | 'locked' | 'created', number>

/** One walk through the members. */
const countMembers = ({ tenantId, from, until, groups }: TimeRange) => sql<UserCounts>`
  select count(*)::integer as total,
    (count(*) filter (where u.state = 'INACTIVE'))::integer as inactive,
    (count(*) filter (where u.state = 'REGISTERING'))::integer as registering,
    (count(*) filter (where u.locked))::integer as locked,
    (count(*) filter (where u.created_at >= ${from} and u.created_at < ${until}))::integer as created
  from users u where u.tenant_id = ${tenantId}::uuid and u.id in (
    select ug.user_id from user_groups ug
    where ug.tenant_id = ${tenantId}::uuid and ug.group_id = any(${groups}::uuid[]))`

/** Each count reads an index of its own: states but ACTIVE, locks and creation have theirs. */
const countEverybody = ({ tenantId, from, until }: TimeRange) => sql<UserCounts>`
    select
      (select count(*) from users where tenant_id = ${tenantId})::integer as total,
      (select count(*) from users where tenant_id = ${tenantId} and state = 'INACTIVE')::integer as inactive,
      (select count(*) from users where tenant_id = ${tenantId} and state = 'REGISTERING')::integer as registering,
      (select count(*) from users where tenant_id = ${tenantId} and locked)::integer as locked,
      (select count(*) from users where tenant_id = ${tenantId} and created_at >= ${from} and created_at < ${until})::integer as created
  `

export const countUsers = async (db: TenantDb, range: TimeRange) => {
  const query = range.groups === null ? countEverybody(range) : countMembers(range)
  const { rows } = await query.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a count answered no row')
  return row
}

/** People alone have groups: applications are anyone's who may see reports. */
export const countApplications = async (db: TenantDb, tenantId: string) =>
  db
    .selectFrom('oidc_applications')
    .where('tenant_id', '=', tenantId)
    .select([
      'application_type as type',
      sql<number>`count(*)::integer`.as('total'),
      sql<number>`(count(*) filter (where enabled))::integer`.as('enabled'),
    ])
    .groupBy('application_type')
    .orderBy('total', 'desc')
    .orderBy('type')
    .execute()

interface AuthenticatorCount {
  readonly type: string
  readonly total: number
  readonly users: number
}

/** How many authenticators of each type there are, and how many people have one. */
export const countAuthenticators = async (
  db: TenantDb,
  { tenantId, groups }: Pick<TimeRange, 'tenantId' | 'groups'>,
): Promise<readonly AuthenticatorCount[]> => {
  const seen = groups === null ? sql`true` : memberOf(tenantId, groups, 'a.user_id')
  const of = sql`a.tenant_id = ${tenantId}::uuid and ${seen}`
  const { rows } = await sql<AuthenticatorCount>`
    select type, count(*)::integer as total, count(distinct user_id)::integer as users from (
      select 'PASSWORD' as type, a.user_id from passwords a where ${of}
      union all select a.type, a.user_id from tokens a where ${of}
      union all select 'PASSKEY', a.user_id from fido_credentials a where ${of}
      union all select 'RECOVERY_CODE', a.user_id from recovery_codes a
        where ${of} and a.used_at is null
      union all select 'TEMP_ACCESS_CODE', a.user_id from temp_access_codes a
        where ${of} and a.num_uses < a.max_uses) each
    group by type order by total desc, type`.execute(db)
  return rows
}
