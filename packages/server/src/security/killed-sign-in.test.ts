import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
} from '../modules/access/testing/people.ts'
import { buildGrid } from '../modules/authenticators/grids/testing.ts'
import { type Answer, type Call, pathOf } from '../testing/call.ts'
import { type ServiceProcess, startService } from '../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../testing/test-app.ts'

/*
 * Guards: what is asked and what was answered stand in rows; a code is used up in the write that
 * gives what it opens, and an answer is kept for whoever gives it again. Rows 9 and 11 of the list.
 */

const people = 6

let test: TestApp
let service: ServiceProcess | null = null
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(async () => {
  service?.child.kill('SIGKILL')
  await test.close()
})

/** Calls the service that runs now, whichever that is. */
const call: Call = async (endpoint, given = {}) => {
  const url = `http://127.0.0.1:${service?.port}${pathOf(endpoint, given.params)}`
  const { host } = new URL(test.tenant.publicUrl)
  const { statusCode, headers, body } = await request(url, {
    method: 'POST',
    headers: { host, 'content-type': 'application/json' },
    body: JSON.stringify(given.body),
  })
  const text = await body.text()
  return {
    status: statusCode,
    headers,
    text,
    body: z.record(z.string(), z.unknown()).parse(JSON.parse(text)),
  }
}

const kill = async (): Promise<void> => {
  const child = service?.child
  child?.kill('SIGKILL')
  if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const Cells = z.object({
  gridChallenge: z.object({ challenge: z.array(z.object({ column: z.string(), row: z.int() })) }),
})

const countOf = async (table: 'sessions' | 'sign_in_evidence', userId: string): Promise<number> => {
  const rows = await test.ctx.db
    .selectFrom(table)
    .select('tenant_id')
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .execute()
  return rows.length
}

const untilLookedAt = async (give: () => Promise<Answer>): Promise<number> => {
  for (let tries = 0; tries < 20; tries += 1) {
    const { status } = await give()
    if (status !== 503) return status
    await sleep(1000)
  }
  return 503
}

describe('a service killed between a challenge and its answer', () => {
  it('asks the same cells again, takes their answer once, and opens one session for each sign-in', async () => {
    const reader = await buildPerson(test.ctx)
    const card = await buildGrid(test.ctx, reader.id)
    const crowd = await Promise.all(
      Array.from({ length: people }, async () => {
        const user = await buildPerson(test.ctx)
        return { user, token: await buildToken(test.ctx, user.id) }
      }),
    )
    const where = await test.testDatabase.release()
    service = await startService(where)
    const begin = async (userId: string) => {
      const browser = browserOf(call)
      await browser.query(userId)
      expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
      return browser
    }
    const cellsFor = async (browser: ReturnType<typeof browserOf>) => {
      const { text } = await browser.challenge('GRID')
      return Cells.parse(JSON.parse(text)).gridChallenge.challenge
    }
    const [reading, other] = [await begin(reader.userId), await begin(reader.userId)]
    const asked = await cellsFor(reading)
    const begun = await Promise.all(
      crowd.map(async ({ user, token }) => ({ browser: await begin(user.userId), token, user })),
    )
    // The answers are on their way when the service is killed: some were written, some were not.
    const codes = begun.map(({ token }) => token.code())
    const answers = begun.map(({ browser }, at) => browser.prove('TOKEN', codes[at] ?? ''))
    await Promise.race(answers)
    await kill()
    await Promise.allSettled(answers)

    service = await startService(where)
    expect(await cellsFor(other)).toEqual(asked)
    expect((await reading.prove('GRID', card.read(asked))).status).toBe(200)
    expect((await other.prove('GRID', card.read(asked))).status).toBeGreaterThanOrEqual(400)
    // Of an answer that nobody finished looking at the service says so (503) for a quarter of a minute.
    const again = await Promise.all(
      begun.map(({ browser }, at) => untilLookedAt(() => browser.prove('TOKEN', codes[at] ?? ''))),
    )
    expect(again).toEqual(Array(people).fill(200))
    await kill()
    test = await resumeTestApp(test)
    for (const { user } of begun) {
      expect([user.userId, await countOf('sessions', user.id)]).toEqual([user.userId, 1])
      expect(await countOf('sign_in_evidence', user.id)).toBe(2)
    }
    expect(await countOf('sessions', reader.id)).toBe(1)
  })
})
