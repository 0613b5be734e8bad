import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Watched, watched } from '../../../../testing/access/counted-database.ts'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createTestPlatform } from '../../../../testing/test-platform.ts'
import { createApp } from '../../../app.ts'
import { createHashes, type Hashes, QueueFull } from '../../../platform/hashes.ts'

const waiting = 4

let test: TestApp
let watch: Watched
let hashes: Hashes
let call: Call
let callTo: (host: string) => Call
let close: () => Promise<void>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  watch = watched(test.testDatabase.database)
  const { platform } = await createTestPlatform(watch.database)
  hashes = createHashes({ waitingPerCore: waiting, cores: 1 })
  const app = await createApp({ ...platform, clock: test.clock, hashes })
  callTo = (host) => createCall(app, host)
  call = callTo(new URL(test.tenant.publicUrl).host)
  close = () => app.close()
})
afterAll(async () => {
  await close()
  await test.close()
})

/** A stored hash whose check takes a hundred times as long: it keeps its place for the test. */
const slow =
  '$argon2id$v=19$m=19456,t=200,p=1$dnSfZqDBRFBZ+nJM5vfFfQ$Wz8xEK4nq3b3hCqkqTOeZqHq2S8o0mVQ0VbV5WbqkKM'

/** While one hash is at work and so many wait. */
const whileWaiting = async (count: number, work: () => Promise<void>): Promise<void> => {
  const { id: tenantId } = test.tenant
  const busy = [hashes.verify(slow, 'x', { tenantId })]
  for (let each = 0; each < count; each += 1) busy.push(hashes.verify('', 'x', { tenantId }))
  try {
    expect([hashes.inFlight, hashes.waiting]).toEqual([1, count])
    await work()
  } finally {
    await Promise.all(busy)
  }
}

const failures = async (userId: string): Promise<number> => {
  const rows = await test.ctx.db
    .selectFrom('attempt_budgets')
    .select('failures')
    .where('tenant_id', '=', test.tenant.id)
    .where('subject', '=', userId)
    .where('failures', '>', 0)
    .execute()
  return rows.length
}

it('takes no more sign-ins once half of the queue waits; those who have begun go on', async () => {
  const user = await buildPerson(test.ctx)
  const browser = browserOf(call)
  await browser.query(user.userId)
  const answers: Promise<{ status: number }>[] = []
  await whileWaiting(waiting / 2, async () => {
    const before = { ...watch.work }
    for (const name of [user.userId, 'nobody']) {
      const refused = await browserOf(call).query(name)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
    }
    expect(watch.work.statements - before.statements).toBeLessThanOrEqual(6)
    answers.push(browser.prove('PASSWORD', goodPassword))
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200])
})

it('lets users of another tenant begin and sign in meanwhile', {
  meta: { covers: ['S73'] },
}, async () => {
  const other = await test.otherTenant()
  const user = await buildPerson(other.ctx)
  const browser = browserOf(callTo(new URL(other.tenant.publicUrl).host))
  await whileWaiting(waiting, async () => {
    // The flooding tenant has no more room.
    expect(() => hashes.expectRoom(test.tenant.id)).toThrow(QueueFull)
    expect((await browser.query(user.userId)).status).toBe(200)
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
  })
})

it('checks no password once the queue is full, and notes nothing of it', async () => {
  const user = await buildPerson(test.ctx)
  const browser = browserOf(call)
  await browser.query(user.userId)
  await whileWaiting(waiting, async () => {
    const before = { ...watch.work }
    const refused = await browser.prove('PASSWORD', 'wrong')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(watch.work.batches).toBe(before.batches)
    expect(await failures(user.id)).toBe(0)
  })
  expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
})
