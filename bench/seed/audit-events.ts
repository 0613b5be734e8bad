import type { ClientBase } from 'pg'
import { userKeySql } from './users.ts'

/** Events of the 30 days before today. */
interface Wanted {
  readonly tenantId: string
  readonly count: number
  /** Whom they are about. */
  readonly users: number
}

const batch = 250_000

/**
 * Two in five are sign-ins, one in forty of all is refused. Their transactions lie before the
 * sequencer's bound: they count as chained.
 */
const seeded = `(select $2::int + at as number, ($2::int + at) * 7919::bigint % $4::int as n,
    date_trunc('day', now()) - interval '30 days' * (1 - ($2::int + at) / $3::float8) as occurred_at,
    ('04000000-0000-7000-8000-' || lpad(to_hex($2::int + at), 12, '0'))::uuid as id,
    case when at % 40 = 0 then 'FAILURE' else 'SUCCESS' end as outcome,
    case when at % 5 < 2 then 'AUTHENTICATION' else (array['USER_UPDATED', 'TOKEN_CREATED',
      'GROUP_MEMBER_ADDED', 'SESSION_ENDED'])[1 + at % 4] end as action
  from generate_series(0, least(${batch}, $3::int - $2::int) - 1) at) event`

const statements = [
  `insert into audit_events (tenant_id, occurred_at, id, xid, actor_kind, actor_id, entity, entity_id,
      action, outcome, digest)
    select $1, occurred_at, id, '3', 'user', ${userKeySql}, 'USERS', ${userKeySql}, action, outcome, ''
    from ${seeded}`,
  `insert into audit_details (tenant_id, occurred_at, event_id, salt, actor_name, entity_name,
      request_id, address, detail, search_text)
    select $1, occurred_at, id, '', name, name, id, address,
      json_build_object('actorName', name, 'entityName', name, 'requestId', id, 'address', address,
        'attributes', json_build_object('authenticator', 'PASSWORD')),
      lower(concat_ws(' ', name, name, action, 'USERS', address))
    from ${seeded}, lateral (select 'user-' || n as name,
      concat_ws('.', 10, n % 250, n / 250 % 250, 1 + n / 62500) as address) person`,
]

const tables = ['audit_events', 'audit_details']

/** Indexes are made anew behind the rows, as a restore does it. */
const withoutIndexes = async (owner: ClientBase, work: () => Promise<void>): Promise<void> => {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any ($1) and indexname not like '%_pkey'`,
    [tables],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await work()
  await owner.query(`set maintenance_work_mem = '512MB'`)
  for (const { definition } of rows) {
    await owner.query(definition.replace(' ON ONLY ', ' ON '))
  }
}

/** What the sequencer keeps of them. */
const counts = [
  `insert into report_counts select $1::uuid, r.* from report_events('3', '4') r`,
  `insert into report_people
    select $1::uuid, r.*, lag(starts_at) over days, lag(quarters) over days
    from report_sign_ins('3', '4') r window days as (partition by person order by starts_at)
    order by starts_at`,
]

/** Straight by SQL as the owner, with their details and the counts that reports read. */
export const seedAuditEvents = async (
  owner: ClientBase,
  { tenantId, count, users }: Wanted,
): Promise<void> => {
  for (const table of tables) {
    await owner.query(
      `select ensure_month_partition($1, (now() - interval '1 month' * back)::date)
       from generate_series(0, 1) back`,
      [table],
    )
  }
  await withoutIndexes(owner, async () => {
    for (let from = 0; from < count; from += batch) {
      for (const text of statements) await owner.query(text, [tenantId, from, count, users])
    }
  })
  await owner.query('begin')
  await owner.query(`select set_config('app.tenant', $1, true)`, [tenantId])
  for (const text of counts) await owner.query(text, [tenantId])
  await owner.query('commit')
  await owner.query('vacuum analyze')
}
