import { once } from 'node:events'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import type { FastifyInstance } from 'fastify'
import { decodeProtectedHeader } from 'jose'
import type { ClientBase } from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, buildToken, goodPassword } from '../../testing/access/people.ts'
import { buildUser, signInAs } from '../../testing/builders.ts'
import { type Call, createCall } from '../../testing/call.ts'
import { patientConnectMs } from '../../testing/database/test-postgres.ts'
import { startService } from '../../testing/service-process.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestPlatform } from '../../testing/test-platform.ts'
import { handleInTenant } from '../app/tenant-jobs.ts'
import { sweepAll } from '../app/upkeep/sweep.ts'
import { createApp } from '../app.ts'
import { rotateKeys, workOnRotation } from '../modules/tenancy/keys/index.ts'
import { bossDatabase, bossSettings } from '../platform/db/boss-database.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import type { Platform } from '../platform/platform.ts'

interface Node {
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly call: Call
  close(): Promise<void>
}

let test: TestApp
let other: Node
let nodes: readonly Pick<Node, 'app' | 'platform' | 'call'>[]

/** A second service on the database of the first, as another machine would run it. */
const startOther = async (): Promise<Node> => {
  const database = await openPostgres({
    url: null,
    ownerUrl: test.testDatabase.ownerUrl,
    log: test.platform.log,
    poolSize: 8,
    connectTimeoutMs: patientConnectMs,
  })
  const made = await createTestPlatform(database)
  const platform = { ...made.platform, clock: test.clock }
  const app = await createApp(platform)
  const call = createCall(app, new URL(test.tenant.publicUrl).host)
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { app, platform, call, close }
}

const work = async (platform: Platform): Promise<void> => {
  await platform.queue.start()
  await handleInTenant(platform, { queue: 'key-rotation', work: workOnRotation })
}

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  other = await startOther()
  nodes = [test, other]
  for (const { platform } of nodes) await work(platform)
})
afterAll(async () => {
  for (const { platform } of nodes) await platform.queue.stop()
  await other.close()
  await test.close()
})

interface SealedToken {
  readonly id: string
  readonly sealed_secret: Buffer
}

const storedTokens = (): Promise<SealedToken[]> =>
  test.ctx.db
    .selectFrom('tokens')
    .select(['id', 'sealed_secret'])
    .where('tenant_id', '=', test.tenant.id)
    .execute()

const keyOf = (sealed: Buffer): string => sealed.subarray(1, 17).toString('hex')

/** The key that seals, as sealed values name it. */
const activeKey = async (): Promise<string> => {
  const row = await test.ctx.db
    .selectFrom('tenant_keys')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('purpose', '=', 'seal')
    .where('state', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  return row.id.replaceAll('-', '')
}

const sealedUnder = async (key: string): Promise<number> =>
  (await storedTokens()).filter(({ sealed_secret }) => keyOf(sealed_secret) === key).length

/** As many sealed values as `count` people would have. */
const fillTokens = async (count: number): Promise<void> => {
  const { ids, secrets, clock } = test.platform
  const user = await buildUser(test.ctx)
  const rows = Array.from({ length: count }, async () => {
    const id = ids.uuid()
    return {
      tenant_id: test.tenant.id,
      id,
      serial: id,
      user_id: user.id,
      type: 'GOOGLE_AUTHENTICATOR' as const,
      label: null,
      state: 'ACTIVE' as const,
      algorithm: 'SHA1' as const,
      digits: 6,
      period_seconds: 30,
      sealed_secret: await secrets.seal(test.tenant.id, `token:${id}`, Buffer.from(id)),
      last_step: 0,
      enrolled_in: null,
      created_at: clock.now(),
      activated_at: null,
      last_used_at: null,
    }
  })
  const all = await Promise.all(rows)
  for (let at = 0; at < all.length; at += 1000) {
    await test.ctx.db
      .insertInto('tokens')
      .values(all.slice(at, at + 1000))
      .execute()
  }
}

const jwks = async ({ app }: Pick<Node, 'app'>): Promise<string[]> => {
  const { host } = new URL(test.tenant.publicUrl)
  const answer = await app.inject({ url: '/api/oidc/jwks', headers: { host } })
  const { keys }: { keys: { kid: string }[] } = answer.json()
  return keys.map(({ kid }) => kid)
}

let formerKid = ''
const patient = { timeout: 60_000 }

describe('a key rotation on two nodes', () => {
  it('seals everything again once, while both open old and new, and nobody is signed out', async () => {
    const person = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, person.id)
    await fillTokens(1500)
    const before = await storedTokens()
    const former = await activeKey()
    const session = await signInAs(test.ctx, person)
    formerKid = (await jwks(test))[0] ?? ''
    await rotateKeys(test.ctx)

    for (const [at, { call }] of nodes.entries()) {
      const browser = browserOf(call)
      await browser.query(person.userId)
      await browser.prove('PASSWORD', goodPassword)
      const answer = await browser.prove('TOKEN', token.code(at))
      expect(answer.status, answer.text).toBe(200)
    }
    await expect.poll(() => sealedUnder(former), patient).toBe(0)
    const present = await activeKey()
    const after = await storedTokens()
    expect(new Set(after.map(({ sealed_secret }) => keyOf(sealed_secret)))).toEqual(
      new Set([present]),
    )
    const [old] = before.filter(({ id }) => id !== token.id)
    const resealed = after.find(({ id }) => id === old?.id)
    for (const { platform, call } of nodes) {
      const opened = [old, resealed].map((row) =>
        platform.secrets.open(
          test.tenant.id,
          `token:${row?.id}`,
          row?.sealed_secret ?? Buffer.alloc(0),
        ),
      )
      expect((await Promise.all(opened)).map(String)).toEqual([old?.id, old?.id])
      expect((await call(listOwnSessions, { as: session })).status).toBe(200)
    }
    for (const node of nodes) {
      await expect.poll(() => jwks(node), patient).toContain(formerKid)
      await expect.poll(async () => (await jwks(node)).length, patient).toBe(2)
    }
    const kidOfNew = async () => {
      await test.platform.keyRing.warm(test.tenant.id)
      return decodeProtectedHeader(await signInAs(test.ctx, person)).kid
    }
    await expect.poll(kidOfNew, patient).not.toBe(decodeProtectedHeader(session).kid)
  }, 120_000)

  it('is done by one node at a time, each job once', async () => {
    const { rows } = await test.testDatabase.asOwner((owner) =>
      owner.query<{ state: string; tries: number }>(
        `select state, retry_count + 1 as tries from pgboss.job where name = 'key-rotation'
           and start_after <= now()`,
      ),
    )
    const done = nodes.map(({ platform }) => platform.queue.tries)
    expect(rows.every(({ state, tries }) => state === 'completed' && tries === 1)).toBe(true)
    expect(done.reduce((sum, tries) => sum + tries.done, 0)).toBe(rows.length)
    expect(done.map(({ failed }) => failed)).toEqual([0, 0])
  })

  it('ends with an event, after a last look for what was sealed meanwhile', async () => {
    await workOnRotation(test.ctx, { content: { last: true } })
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select('action')
      .where('tenant_id', '=', test.tenant.id)
      .where('action', 'like', 'KEY_ROTATION%')
      .orderBy('id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual([
      'KEY_ROTATION_STARTED',
      'KEY_ROTATION_COMPLETED',
    ])
  })

  it('shows the former signing key until nothing signed with it is valid any more', async () => {
    const signing = (await jwks(other)).filter((kid) => kid !== formerKid)
    test.clock.advance(30 * 86_400_000)
    await sweepAll(test.platform, { mayGoOn: async () => true })
    expect(await jwks(other)).toContain(formerKid)
    test.clock.advance(2 * 86_400_000)
    await sweepAll(test.platform, { mayGoOn: async () => true })
    for (const node of nodes) await expect.poll(() => jwks(node), patient).toEqual(signing)
  })
})

/** What a killed node had begun counts as given up, and is looked for now. */
const forgetKilled = async (): Promise<void> => {
  await test.testDatabase.asOwner((owner) =>
    owner.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour'
      where state = 'active'`),
  )
  const db = bossDatabase(test.testDatabase.database)
  const boss = new PgBoss({ ...bossSettings, db, supervise: false, monitorIntervalSeconds: 1 })
  await boss.start()
  await boss.supervise('key-rotation')
  await boss.stop({ graceful: false })
}

/** Holds a token from the middle of all: batches before it are written, and its own waits. */
const holdToken = async (owner: ClientBase, at: number): Promise<void> => {
  await owner.query('begin')
  await owner.query(
    `select from tokens where tenant_id = $1 and id = (select id from tokens
       where tenant_id = $1 order by id offset $2 limit 1) for update`,
    [test.tenant.id, at],
  )
}

/** Whether the service waits for a row that this transaction holds. */
const isWaitedFor = async (owner: ClientBase): Promise<boolean> => {
  const { rows } = await owner.query(`select 1 from pg_stat_activity
    where pg_backend_pid() = any (pg_blocking_pids(pid))`)
  return rows.length > 0
}

describe('a node killed in the middle of a rotation', () => {
  it('leaves the rest to another node', async () => {
    for (const { platform } of nodes) await platform.queue.stop()
    await fillTokens(5000)
    const former = await activeKey()
    const service = await startService(await test.testDatabase.release())
    const all = await sealedUnder(former)
    await test.platform.queue.start()
    await test.testDatabase.asOwner(async (owner) => {
      await holdToken(owner, Math.floor(all / 2))
      await rotateKeys(test.ctx)
      await expect.poll(() => isWaitedFor(owner), patient).toBe(true)
      const exit = once(service.child, 'exit')
      service.child.kill('SIGKILL')
      await exit
      await owner.query('rollback')
    })
    const left = await sealedUnder(former)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(all)
    await forgetKilled()
    await work({
      ...other.platform,
      queue: (await createTestPlatform(other.platform.database)).platform.queue,
    })
    await expect.poll(() => sealedUnder(former), patient).toBe(0)
  }, 120_000)
})
