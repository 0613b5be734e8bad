import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { createTestTenant } from '../../../testing/database/test-tenant.ts'
import { createConnections, ofNoTenant } from './connections.ts'

/** A pool that lends a client without a server. */
const poolOf = (max: number, connectionTimeoutMillis: number): pg.Pool => {
  const client: PoolClient = Object.assign(new pg.Client(), { release: () => {} })
  return Object.assign(new pg.Pool({ max, connectionTimeoutMillis }), {
    connect: async () => client,
  })
}

describe('the connections of a pool', () => {
  it('go to another tenant next, however many of one wait', async () => {
    const connections = createConnections(poolOf(2, 0))
    const order: string[] = []
    const work = (tenantId: string) =>
      connections.lend(tenantId, async () => {
        await sleep(1)
        order.push(tenantId)
      })
    const many = Array.from({ length: 200 }, () => work('many'))
    await Promise.all([...many, work('one'), work(ofNoTenant)])
    expect(order).toHaveLength(202)
    expect(order.indexOf('one')).toBeLessThan(6)
    expect(order.indexOf(ofNoTenant)).toBeLessThan(6)
  })

  it('are waited for as long as the pool would wait, and then by the next in turn', async () => {
    const connections = createConnections(poolOf(1, 20))
    let isOver = false
    const long = connections.lend('first', () => sleep(80))
    const late = connections.lend('late', async () => {
      isOver = true
    })
    await expect(late).rejects.toThrow('timeout exceeded when trying to connect')
    await long
    await expect(connections.lend('next', async () => 'done')).resolves.toBe('done')
    expect(isOver).toBe(false)
  })

  it('come back from work that fails', async () => {
    const connections = createConnections(poolOf(1, 20))
    const failing = connections.lend('one', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    await expect(connections.lend('one', async () => 'done')).resolves.toBe('done')
  })
})

describe('a database', () => {
  let opened: TestDatabase
  let busy: string
  let other: string
  beforeAll(async () => {
    opened = await openTestDatabase()
    busy = await createTestTenant(opened.database)
    other = await createTestTenant(opened.database)
  })
  afterAll(() => opened.drop())

  it('answers one statement of a tenant beside hundreds of another', async () => {
    const order: string[] = []
    const ask = (tenantId: string): Promise<unknown> =>
      opened.database
        .forTenant(tenantId)
        .selectFrom('tenants')
        .select('tenant_id')
        .execute()
        .then(([row]) => order.push(row?.tenant_id ?? ''))
    const many = Array.from({ length: 300 }, () => ask(busy))
    await Promise.all([...many, ask(other)])
    expect(order).toHaveLength(301)
    // The statements that were under way, and a turn of each.
    expect(order.indexOf(other)).toBeLessThan(40)
  })
})
