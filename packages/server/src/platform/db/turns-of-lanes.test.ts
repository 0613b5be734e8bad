import type { ClientBase } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { createTestTenant } from '../../../testing/database/test-tenant.ts'

/* Guards: the order in the functions that claim work of all tenants. */

let opened: TestDatabase
let many: string
let one: string
beforeAll(async () => {
  opened = await openTestDatabase()
  many = await createTestTenant(opened.database)
  one = await createTestTenant(opened.database)
})
afterAll(() => opened.drop())

const tables = ['webhook_lanes', 'printer_lanes', 'syslog_applications', 'identity_providers']

/** Rows without what they belong to: the claims look at nothing else. */
const alone = async <T>(work: (owner: ClientBase) => Promise<T>): Promise<T> =>
  opened.asOwner(async (owner) => {
    await owner.query('begin')
    await owner.query('set local session_replication_role = replica')
    const result = await work(owner)
    await owner.query('commit')
    return result
  })

beforeEach(() =>
  alone((owner) => owner.query(`truncate ${tables.join(', ')}, audit_chain cascade`)),
)

interface Kind {
  /** Makes some that are due, before those that are made later. */
  readonly add: string
  /** Takes at most so many. */
  readonly claim: string
}

const lanes = (table: string, id: string) =>
  `insert into ${table} (tenant_id, ${id}, due_at)
    select $1, gen_random_uuid(), clock_timestamp() from generate_series(1, $2::integer)`

const kinds: Readonly<Record<string, Kind>> = {
  webhooks: {
    add: lanes('webhook_lanes', 'webhook_id'),
    claim: `select tenant_id from webhook_lanes_claim(gen_random_uuid(),
      clock_timestamp(), false, $1::integer)`,
  },
  printers: {
    add: lanes('printer_lanes', 'printer_id'),
    claim: `select tenant_id from printer_lanes_claim(gen_random_uuid(),
      clock_timestamp(), $1::integer)`,
  },
  collectors: {
    add: `with chain as (insert into audit_chain (tenant_id, number, from_xid, upto_xid,
        event_count, previous_hash, hash, signature, key_id, created_at)
        values ($1, 9, '1', '2', 1, '', '', '', '', now()) on conflict do nothing)
      insert into syslog_applications (tenant_id, id, name, name_key, description, enabled, host,
        port, security, facility, events, detail, position, created_at, updated_at)
      select $1, u, u::text, u::text, '', true, '', 1, '', 1, '[]', '', 0, now(), now()
      from (select gen_random_uuid() as u from generate_series(1, $2::integer)) as n`,
    claim: `select tenant_id from syslog_claim(gen_random_uuid(),
      clock_timestamp(), $1::integer)`,
  },
}

const add = ({ add: text }: Kind, tenantId: string, count: number) =>
  alone((owner) => owner.query(text, [tenantId, count]))
const claim = async ({ claim: text }: Kind, most: number): Promise<readonly string[]> => {
  const { rows } = await opened.asOwner((owner) => owner.query<{ tenant_id: string }>(text, [most]))
  return rows.map(({ tenant_id }) => tenant_id)
}

describe.each(Object.entries(kinds))('of %s that are due', (_name, kind) => {
  it('each tenant’s first is taken before any tenant’s second', async () => {
    await add(kind, many, 2000)
    await add(kind, one, 1)
    const taken = await claim(kind, 2)
    expect(taken.toSorted()).toEqual([many, one].toSorted())
  })

  it('one comes next when another tenant has many at work and more that wait', async () => {
    await add(kind, many, 2000)
    expect(await claim(kind, 50)).toEqual(Array.from({ length: 50 }, () => many))
    await add(kind, one, 1)
    expect(await claim(kind, 1)).toEqual([one])
  })

  it('one tenant has every place while no other waits, each once', async () => {
    await add(kind, many, 60)
    expect(await claim(kind, 50)).toHaveLength(50)
    expect(await claim(kind, 50)).toHaveLength(10)
    expect(await claim(kind, 50)).toEqual([])
  })
})

describe('identity providers whose metadata is due', () => {
  it('are read tenant by tenant, the first of each before the second of any', async () => {
    const insert = `insert into identity_providers (tenant_id, id, protocol, name, name_key, issuer,
        enabled, definition, created_at, updated_at, metadata_next_at)
      select $1, u, 'SAML', u::text, u::text, u::text, true, '{}', now(), now(), $3
      from (select gen_random_uuid() as u from generate_series(1, $2::integer)) as n`
    const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 12, minute))
    await alone((owner) => owner.query(insert, [many, 1000, at(0)]))
    await alone((owner) => owner.query(insert, [one, 2, at(30)]))
    const { rows } = await opened.asOwner((owner) =>
      owner.query('select tenant_id from identity_providers_claim($1, 3)', [at(59)]),
    )
    const taken = rows.map(({ tenant_id: id }) => String(id))
    expect(taken).toHaveLength(3)
    expect(taken).toContain(one)
    const again = await opened.asOwner((owner) =>
      owner.query('select tenant_id from identity_providers_claim($1, 20)', [at(59)]),
    )
    expect(again.rows).toHaveLength(20)
  })
})
