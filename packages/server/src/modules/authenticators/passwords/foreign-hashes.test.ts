import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Watched, watched } from '../../../../testing/access/counted-database.ts'
import { browserOf, buildPerson } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { foreignHashes, foreignPassword } from '../../../../testing/foreign-hashes.ts'
import { bulkDriver, workOn } from '../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createTestPlatform } from '../../../../testing/test-platform.ts'
import { createApp } from '../../../app.ts'
import type { Hashes } from '../../../platform/hashes.ts'

let test: TestApp
let watch: Watched
let call: Call
let hashes: Hashes
let close: () => Promise<void>
let token: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  watch = watched(test.testDatabase.database)
  const { platform } = await createTestPlatform(watch.database)
  hashes = platform.hashes
  const app = await createApp({ ...platform, clock: test.clock })
  call = createCall(app, new URL(test.tenant.publicUrl).host)
  close = () => app.close()
  token = (await buildAdmin(test.ctx)).token
})
afterAll(async () => {
  await close()
  await test.close()
})

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const imported = async (rows: Readonly<Record<string, string>>) => {
  const driver = bulkDriver('importusers', test.call, token)
  const lines = Object.entries(rows).map(([userId, hash]) => `${userId},${quoted(hash)}\n`)
  const { id } = await driver.upload(`userId,passwordHash\n${lines.join('')}`)
  await driver.start(id)
  await workOn(test, id)
  return driver.rows(id)
}

const storedOf = async (userId: string) => {
  const row = await test.ctx.db
    .selectFrom('passwords as p')
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'p.user_id').onRef('u.tenant_id', '=', 'p.tenant_id'),
    )
    .leftJoin('password_history as h', (join) =>
      join.onRef('h.user_id', '=', 'p.user_id').onRef('h.tenant_id', '=', 'p.tenant_id'),
    )
    .select(['p.hash', 'p.foreign_kind', 'h.hash as former'])
    .where('p.tenant_id', '=', test.tenant.id)
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row
}

const proving = async (userId: string, password: string) => {
  const browser = browserOf(call)
  await browser.query(userId)
  const before = { ...watch.work, hashes: hashes.computed }
  const { status, text } = await browser.prove('PASSWORD', password)
  return {
    status,
    bytes: Buffer.byteLength(text),
    flushes: watch.work.flushes - before.flushes,
    statements: watch.work.statements - before.statements,
    hashes: hashes.computed - before.hashes,
  }
}

/** Kinds are read once a second on the embedded database. */
const wrong = async (userId: string) => {
  const runs = []
  for (let run = 0; run < 3; run += 1) runs.push(await proving(userId, 'wrong'))
  return runs.toSorted((a, b) => a.flushes - b.flushes)[0]
}

const layouts = ['bcrypt of PHP', 'PBKDF2 of Keycloak', 'scrypt of Django', 'SSHA512', 'SSHA']

describe('a user with a password hash of another system', () => {
  /* Guards: the kinds in `fitsHash`, `renewHash` in the password factor. */
  it('signs in with it, and has an own hash from then on', async () => {
    for (const [at, layout] of layouts.entries()) {
      const userId = `moved${at}`
      const rows = await imported({ [userId]: foreignHashes[layout] ?? '' })
      expect(rows).toMatchObject([{ action: 'CREATE' }])
      expect((await proving(userId, 'wrong')).status).toBe(401)
      expect(hashes.needsRehash((await storedOf(userId)).hash)).toBe(true)
      expect((await proving(userId, foreignPassword)).status).toBe(200)
      const stored = await storedOf(userId)
      expect(hashes.needsRehash(stored.hash)).toBe(false)
      expect(stored).toMatchObject({ foreign_kind: null, former: stored.hash })
      expect((await proving(userId, foreignPassword)).status).toBe(200)
    }
  })

  it('costs a wrong password the same as an own hash, none and an unknown user', {
    meta: { covers: ['S29'] },
  }, async () => {
    const names = layouts.map((_, at) => `waits${at}`)
    await imported(
      Object.fromEntries(names.map((name, at) => [name, foreignHashes[layouts[at] ?? ''] ?? ''])),
    )
    const own = await buildPerson(test.ctx, { userId: 'ownone' })
    const none = await buildPerson(test.ctx, { userId: 'nopass', password: null })
    // The kinds are kept in mind, and a change of them is told to every node.
    let tries = 0
    const hashesNow = async () => (await wrong(`nobody${(tries += 1)}`))?.hashes
    await expect.poll(hashesNow).toBe(4)
    const wanted = await wrong('nobody')
    expect(wanted).toMatchObject({ status: 401, hashes: 4 })
    for (const userId of [...names, own.userId, none.userId]) {
      expect(await wrong(userId)).toEqual(wanted)
    }
  })

  it('is one of at most four kinds at a time, told by line', async () => {
    const other = foreignHashes['SHA-512 of crypt(3)'] ?? ''
    const more = foreignHashes['bcrypt of Okta and Auth0']?.replace('$05$', '$06$') ?? ''
    const rows = await imported({ fourth: other, fifth: more, again: other })
    expect(rows).toMatchObject([
      { line: 2, action: 'CREATE' },
      { line: 3, column: 'passwordHash', message: 'is one kind of hash too many: 4 at a time' },
      { line: 4, action: 'CREATE' },
    ])
  })
})
