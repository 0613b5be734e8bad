import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { type AuditConsumer, auditConsumers, fanOutAuditEvents } from './audit-fanout.ts'
import { sequenceAuditEvents } from './audit-sequencer.ts'

let test: TestApp
let other: TestTenant
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  other = await test.otherTenant()
})
afterAll(() => test.close())

const note = (ctx: Context, count: number) =>
  ctx.transaction(async (ctx) => {
    for (let made = 0; made < count; made += 1) {
      audit(ctx, 'NOTED', { subject: { entity: 'TENANTS', id: ctx.tenant.id } })
    }
  })

/** Chains every event: transactions of other tests on the server may hold the chain back. */
const chainAll = async (): Promise<void> => {
  for (;;) {
    await sequenceAuditEvents(test.platform)
    const { rows } = await test.testDatabase.asOwner((owner) =>
      owner.query(`select (select count(*) from audit_events)
        - (select coalesce(sum(event_count), 0) from audit_chain) as left`),
    )
    if (Number(rows[0]?.left) === 0) return
    await sleep(20)
  }
}

const register = (ctx: Context) => ctx.transaction((ctx) => auditConsumers.register(ctx, 'probe'))

/** Notes whose events came, stretch by stretch. */
const probe = (take: AuditConsumer['take'] = async () => {}) => {
  const stretches: { tenantId: string; count: number }[] = []
  const consumer: AuditConsumer = {
    name: 'probe',
    take: async (db, tenantId, events) => {
      await take(db, tenantId, events)
      stretches.push({ tenantId, count: events.length })
    },
  }
  return { stretches, consumer }
}

const countOf = (stretches: ReturnType<typeof probe>['stretches'], tenantId: string): number =>
  stretches.reduce((sum, each) => sum + (each.tenantId === tenantId ? each.count : 0), 0)

it('a tenant’s one event waits for one stretch of each other tenant, however long their logs are', async () => {
  await chainAll()
  await register(test.ctx)
  await register(other.ctx)
  for (let batch = 0; batch < 8; batch += 1) {
    await note(test.ctx, 500)
    await chainAll()
  }
  await note(other.ctx, 1)
  await chainAll()
  const { stretches, consumer } = probe()
  await fanOutAuditEvents(test.platform, [consumer])
  const tenants = stretches.map(({ tenantId }) => tenantId)
  expect(tenants.filter((id) => id === test.tenant.id).length).toBeGreaterThanOrEqual(4)
  expect(tenants.indexOf(other.tenant.id)).toBeLessThanOrEqual(1)
  expect(countOf(stretches, test.tenant.id)).toBe(4000)
  expect(countOf(stretches, other.tenant.id)).toBe(1)
})

it('a tenant whose events cannot be taken is tried once a run, and holds up no other', async () => {
  await note(test.ctx, 3)
  await note(other.ctx, 2)
  await chainAll()
  let tries = 0
  const { stretches, consumer } = probe(async (_db, tenantId) => {
    if (tenantId !== test.tenant.id) return
    tries += 1
    throw new Error('not now')
  })
  await fanOutAuditEvents(test.platform, [consumer])
  expect(tries).toBe(1)
  expect(countOf(stretches, other.tenant.id)).toBe(2)
  const later = probe()
  await fanOutAuditEvents(test.platform, [later.consumer])
  expect(countOf(later.stretches, test.tenant.id)).toBe(3)
})
