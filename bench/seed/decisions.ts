import type { RiskFacts } from '@signet/rules/risk/factors'
import type { Context } from '@signet/server/kit/context'
import { statement } from '@signet/server/kit/statement'
import type { ClientBase } from 'pg'

interface Wanted {
  readonly facts: RiskFacts
  readonly rows: number
}

const people = 20_000
const perStatement = 50_000
const dayMillis = 86_400_000

interface Values {
  readonly tenant: string
  readonly begins: number
  readonly first: number
  readonly last: number
  readonly record: string
}

/** Ids begin with their time, and stand in its order. */
const insert = statement<Values>(`
  with known as (
    select array_agg(id) as ids from (
      select id from users where tenant_id = :tenant::uuid limit ${people}) person
  ), made as (
    select at, :begins::bigint + at as millis
    from generate_series(:first::bigint, :last::bigint) at
  )
  insert into access_decisions
    (tenant_id, id, user_id, user_name, decided_at, outcome, level, record)
  select :tenant::uuid,
    (lpad(to_hex(millis), 12, '0') || '70008000' || lpad(to_hex(at), 12, '0'))::uuid,
    ids[1 + at % cardinality(ids)], 'somebody', to_timestamp(millis / 1000.0),
    'ALLOW', 'LOW', :record::json
  from made, known`)

/** Decisions of the last 29 days, of as many people as there are up to 20,000. */
export const seedDecisions = async (
  owner: ClientBase,
  { db, tenant, platform }: Context,
  { facts, rows }: Wanted,
): Promise<void> => {
  const record = JSON.stringify({ resource: 'USER_PORTAL', facts, proven: ['PASSWORD'] })
  const begins = platform.clock.now().getTime() - 29 * dayMillis
  for (let first = 0; first < rows; first += perStatement) {
    const last = Math.min(rows, first + perStatement) - 1
    await db.executeQuery(insert({ tenant: tenant.id, begins, first, last, record }))
  }
  await owner.query('vacuum analyze access_decisions')
}
