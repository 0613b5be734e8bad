import { listAssignedTokens } from '@signet/contract/authenticators/hardware-tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { performBulkOperations } from './bulk.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  const admin = await buildAdmin(test.ctx)
  as = admin.token
  await performBulkOperations(test.ctx, { id: admin.id, name: admin.userId })
})
afterAll(() => test.close())

describe('the demonstration', () => {
  it('has operations of people, groups, tokens and cards that ended, each with rows done and refused', async () => {
    const operations = await test.ctx.db
      .selectFrom('bulk_operations')
      .select(['kind', 'state', 'changed', 'failed'])
      .where('tenant_id', '=', test.tenant.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    expect(operations).toEqual([
      { kind: 'importusers', state: 'COMPLETED', changed: 3, failed: 2 },
      { kind: 'setregistration', state: 'COMPLETED', changed: 2, failed: 1 },
      { kind: 'importgroups', state: 'COMPLETED', changed: 3, failed: 0 },
      { kind: 'importusergroups', state: 'COMPLETED', changed: 2, failed: 1 },
      { kind: 'importhardwaretokens', state: 'COMPLETED', changed: 2, failed: 2 },
      { kind: 'assigntokens', state: 'COMPLETED', changed: 1, failed: 1 },
      { kind: 'assignsofttokens', state: 'COMPLETED', changed: 2, failed: 0 },
      { kind: 'unassignedgrids', state: 'COMPLETED', changed: 2, failed: 1 },
      { kind: 'importidentityguard', state: 'COMPLETED', changed: 2, failed: 1 },
      { kind: 'importsmartcards', state: 'COMPLETED', changed: 2, failed: 1 },
    ])
  })

  it('shows with its owner the token that one of them gave', async () => {
    const body = { type: 'OATH_PHYSICAL_TOKEN' as const }
    const { text } = await test.call(listAssignedTokens, { as, body })
    expect(text).toContain('DLV-30001')
    expect(text).toContain('mori.aoi')
  })
})
