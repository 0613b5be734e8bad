import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { importTokens } from '@signet/contract/authenticators/hardware-tokens'
import { sql } from 'kysely'
import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  container,
  keyPackage,
} from '../modules/authenticators/hardware-tokens/key-files/samples.ts'
import { packed, secret } from '../modules/authenticators/hardware-tokens/testing.ts'
import { bulkDriver, workOn } from '../modules/operations/bulk-operations/testing.ts'
import { buildAdmin } from '../testing/builders.ts'
import { startService } from '../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../testing/test-app.ts'

/*
 * Guards: rows, events, results and checkpoint of a batch in one transaction; a key file in one
 * transaction whatever its length.
 */

let test: TestApp
let token: string
beforeEach(async () => {
  test = await startTestApp()
  token = (await buildAdmin(test.ctx)).token
})
afterEach(() => test.close())

const Progress = z.object({ done: z.object({ rows: z.int() }) })
const Counts = z.tuple([
  z.object({ tokens: z.int(), serials: z.int(), created: z.int(), named: z.int() }),
])

/** Tokens in stock and events of their making, each with how many different ones there are. */
const counts = async () => {
  const { rows } = await sql`
    select
      (select count(*)::integer from tokens where tenant_id = ${test.tenant.id}) as tokens,
      (select count(distinct serial)::integer from tokens
        where tenant_id = ${test.tenant.id}) as serials,
      (select count(*)::integer from audit_events
        where tenant_id = ${test.tenant.id} and action = 'TOKEN_CREATED') as created,
      (select count(distinct entity_id)::integer from audit_events
        where tenant_id = ${test.tenant.id} and action = 'TOKEN_CREATED') as named`.execute(
    test.ctx.db,
  )
  return Counts.parse(rows)[0]
}
const all = (number: number) => ({
  tokens: number,
  serials: number,
  created: number,
  named: number,
})

/** What more than one batch of rows takes in its table, committed or not. */
const severalBatches = 400_000

/** Waits until a part of the file is written; nobody else looks into the embedded database. */
const writing = (): Promise<void> =>
  test.testDatabase.ownerUrl === null
    ? sleep(200)
    : test.testDatabase.asOwner(async (owner) => {
        const written = async (): Promise<number> => {
          const { rows } = await owner.query<{ bytes: number }>(
            `select pg_relation_size('tokens')::integer as bytes`,
          )
          return rows[0]?.bytes ?? 0
        }
        while ((await written()) < severalBatches) await sleep(1)
      })

const killed = async ({ child }: Awaited<ReturnType<typeof startService>>): Promise<void> => {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const headers = () => ({
  host: new URL(test.tenant.publicUrl).host,
  authorization: `Bearer ${token}`,
})

describe('an import of tokens that is killed in the middle', () => {
  it('has done whole batches of a bulk file, and goes on without taking a token in twice', async () => {
    const total = 8000
    const driver = bulkDriver('importhardwaretokens', test.call, token)
    const hex = secret.toString('hex')
    const rows = Array.from({ length: total }, (_, at) => `KILLED-${at},${hex},OATH_HOTP\n`)
    await test.platform.queue.start()
    const { id } = await driver.upload(`serialNumber,secret,algorithm\n${rows.join('')}`)
    expect((await driver.start(id)).status).toBe(200)
    await test.platform.queue.stop()

    const service = await startService(await test.testDatabase.release())
    const path = driver.calls.readBulk.path.replace(':id', id)
    const done = async (): Promise<number> => {
      const answer = await request(`http://127.0.0.1:${service.port}${path}`, {
        headers: headers(),
      })
      return Progress.parse(await answer.body.json()).done.rows
    }
    while ((await done()) < 1000) await sleep(5)
    await killed(service)

    test = await resumeTestApp(test)
    const resumed = bulkDriver('importhardwaretokens', test.call, token)
    const { done: before } = Progress.parse((await resumed.read(id)).body)
    expect(before.rows).toBeGreaterThanOrEqual(1000)
    expect(before.rows).toBeLessThan(total)
    expect(await counts()).toEqual(all(before.rows))
    await workOn(test, id)
    expect((await resumed.read(id)).body).toMatchObject({
      state: 'COMPLETED',
      done: { rows: total, changed: total, skipped: 0, failed: 0 },
    })
    expect(await counts()).toEqual(all(total))
  })

  it('has taken in nothing of a key file, which is then taken in whole, once', async () => {
    const total = 8000
    const serials = Array.from({ length: total }, (_, at) => `FILE-${at}`)
    const packages = serials.map((serial) => keyPackage({ serial, id: serial }))
    const body = { content: packed(container(packages.join(''))) }

    const service = await startService(await test.testDatabase.release())
    const url = `http://127.0.0.1:${service.port}${importTokens.path}`
    const answered = request(url, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(
      ({ statusCode }) => statusCode,
      () => null,
    )
    await writing()
    await killed(service)
    expect(await answered).toBeNull()

    test = await resumeTestApp(test)
    expect(await counts()).toEqual(all(0))
    const first = await test.call(importTokens, { as: token, body })
    expect(first.body).toEqual({ imported: total, refused: [] })
    const again = await test.call(importTokens, { as: token, body })
    expect(again.body).toMatchObject({ imported: 0 })
    expect(await counts()).toEqual(all(total))
  })
})
