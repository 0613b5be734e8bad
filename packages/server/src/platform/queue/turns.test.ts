import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { createTestTenant } from '../../../testing/database/test-tenant.ts'
import { createTurns } from './turns.ts'

let opened: TestDatabase
let slow: string
let quick: string

beforeAll(async () => {
  opened = await openTestDatabase()
  slow = await createTestTenant(opened.database, async () => {})
  quick = await createTestTenant(opened.database, async () => {})
})
afterAll(() => opened.drop())
beforeEach(() => opened.asOwner((owner) => owner.query('delete from pgboss.job')))

const prioritiesOf = (turns: ReturnType<typeof createTurns>, tenantId: string, count: number) =>
  opened.database.transaction(tenantId, ({ db }) =>
    turns.prioritiesOf(db, { queue: 'reports', tenantId }, count),
  )

const waiting = (tenantId: string, priority: number, state = 'created') =>
  opened.asOwner((owner) =>
    owner.query(
      `insert into pgboss.job (name, group_id, priority, state, policy)
        values ('reports', $1, $2, $3::pgboss.job_state, 'standard')`,
      [tenantId, priority, state],
    ),
  )

it('charges each tenant the time that its jobs take', async () => {
  const turns = createTurns()
  turns.took({ queue: 'reports', tenantId: slow }, 30_000)
  turns.took({ queue: 'reports', tenantId: quick }, 1000)
  expect(await prioritiesOf(turns, slow, 3)).toEqual([0, -300, -600])
  expect(await prioritiesOf(turns, quick, 3)).toEqual([0, -10, -20])
})

it('places a job behind those of its tenant that wait', async () => {
  await waiting(slow, -50)
  await waiting(slow, -70)
  expect(await prioritiesOf(createTurns(), slow, 2)).toEqual([-80, -90])
})

it('begins with a new tenant where the queue is, without savings of earlier time', async () => {
  await waiting(slow, -500, 'active')
  await waiting(slow, -600)
  expect(await prioritiesOf(createTurns(), quick, 1)).toEqual([-500])
  await opened.asOwner((owner) => owner.query(`delete from pgboss.job where state = 'active'`))
  expect(await prioritiesOf(createTurns(), quick, 1)).toEqual([-600])
})
