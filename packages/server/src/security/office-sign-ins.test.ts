import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword, knownBrowser } from '../../testing/access/people.ts'
import { createCall } from '../../testing/call.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createApp } from '../app.ts'

/* Guards: `judged` in the pipeline, `isOnKnownDevice`. Smaller than kit/guesses.test.ts, over HTTP. */

let test: TestApp
let app: FastifyInstance
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const { platform, clock } = test
  const now = clock.now()
  // A hundredth of the limits at a clock that does not move: 120 sign-in calls, 3 guesses.
  const config = { ...platform.config, requestLimitScale: 0.01 }
  app = await createApp({ ...platform, config, clock: { now: () => now } })
})
afterAll(async () => {
  await app.close()
  await test.close()
})

const call = () => createCall(app, new URL(test.tenant.publicUrl).host)

it('people behind one address sign in while a stranger there stays within the guesses', {
  meta: { covers: ['S41'] },
}, async () => {
  const colleagues = await Promise.all(Array.from({ length: 20 }, () => buildPerson(test.ctx)))
  // On devices that are not known: right answers cost nothing.
  for (const { userId } of colleagues) {
    const browser = browserOf(call())
    await browser.query(userId)
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
  }
  const [victim = await buildPerson(test.ctx), other = victim] = colleagues
  const known = await knownBrowser(test.ctx, call(), victim)
  const guess = async (userId: string, response: string) => {
    const browser = browserOf(call())
    await browser.query(userId)
    return browser.prove('PASSWORD', response)
  }
  const guesses: number[] = []
  for (const { userId } of colleagues.slice(5, 10)) {
    guesses.push((await guess(userId, 'a wrong password')).status)
  }
  expect(guesses).toEqual([401, 401, 401, 429, 429])
  const right = await guess(other.userId, goodPassword)
  expect([right.status, right.body.errorCode]).toEqual([429, 'too_many_requests'])
  expect(right.headers['x-ratelimit-limit']).toBe('3')
  // The known device has nothing to do with it: wrong answers are the account's, right ones get in.
  for (const [response, status] of [
    ['a typo', 401],
    [goodPassword, 200],
  ] as const) {
    await known.query(victim.userId)
    expect((await known.prove('PASSWORD', response)).status).toBe(status)
  }
})
