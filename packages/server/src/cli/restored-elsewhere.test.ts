import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
  type SoftToken,
  sessionTokenOf,
  softToken,
} from '../../testing/access/people.ts'
import type { Call } from '../../testing/call.ts'
import { openService } from '../../testing/cli/opened.ts'
import { signet } from '../../testing/cli/told.ts'
import { type EmptyPlace, emptyPostgres } from '../../testing/database/test-empty.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { masterKey } from '../../testing/test-platform.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'

/* Needs both databases: registered for PostgreSQL, opens the embedded one itself. */

const passphrase = { SIGNET_KEY_PASSPHRASE: 'a passphrase for tests alone' }

let test: TestApp
let folder: string
let person: { readonly id: string; readonly userId: string }
let token: SoftToken
let target: EmptyPlace

const inFolder = (name: string): string => join(folder, name)

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.testDatabase.asOwner(async (owner) => {
    // A server whose transactions have long passed those of a new one.
    await owner.query(`update audit_sequencer set upto = '1000000000000'`)
    await owner.query('select audit_continue()')
  })
  folder = await mkdtemp(join(tmpdir(), 'signet-restored-'))
  person = await buildPerson(test.ctx, { administrator: true })
  token = await buildToken(test.ctx, person.id)
  target = await emptyPostgres(test.testDatabase.ownerUrl ?? '')
})
afterAll(async () => {
  await target.drop()
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const signIn = async (ctx: Context, call: Call, steps: number): Promise<void> => {
  const browser = browserOf(call)
  await browser.query(person.userId)
  await browser.prove('PASSWORD', goodPassword)
  const { body } = await browser.prove('TOKEN', softToken(ctx, token.id, token.secret).code(steps))
  sessionTokenOf(body)
}

const note = (ctx: Context, name: string): Promise<void> =>
  ctx.transaction(async (ctx) =>
    audit(ctx, 'GRID_ASSIGNED', { subject: { entity: 'GRIDS', id: name } }),
  )

/** While `work` runs, things happen. */
const inUse = async <T>(work: () => Promise<T>): Promise<T> => {
  const ended = new AbortController()
  const working = work().finally(() => ended.abort())
  while (!ended.signal.aborted) await note(test.ctx, 'meanwhile')
  return await working
}

interface Service {
  readonly environment: Readonly<Record<string, string>>
  /** How many code steps ahead: a code works once. */
  readonly steps: number
  readonly name: string
}

/** Signs in with the restored seed, and lets something happen. */
const useService = async ({ environment, steps, name }: Service): Promise<void> => {
  const service = await openService(environment, test.tenant)
  try {
    await signIn(service.ctx, service.call, steps)
    await note(service.ctx, name)
    const { rows } = await sql<{ alone: number }>`
      select count(*)::integer as alone from audit_events e where tenant_id = ${test.tenant.id}
        and not exists (select from audit_details d where d.tenant_id = e.tenant_id
          and d.occurred_at = e.occurred_at and d.event_id = e.id)`.execute(service.ctx.db)
    expect(rows[0]?.alone).toBe(0)
  } finally {
    await service.close()
  }
}

const host = (): string => new URL(test.tenant.publicUrl).hostname

/** The whole audit log of a place, as verified: which of these events it holds, in order. */
const exportedNames = async (
  environment: Readonly<Record<string, string>>,
  name: string,
): Promise<string[]> => {
  const file = inFolder(name)
  const told = await signet(environment, 'audit', 'export', file, '--tenant', host())
  expect([told.status, told.warned]).toEqual([0, ''])
  const verdict = await signet({}, 'audit', 'verify', file)
  expect(verdict.said).toMatch(/^sound: \d+ events/)
  const text = await readFile(file, 'utf8')
  return [...text.matchAll(/"entityId":"(on-[a-z]+)"/g)].map(([, id = '']) => id)
}

describe('a backup and its key, restored elsewhere', () => {
  const server = () => ({
    SIGNET_DATABASE_OWNER_URL: test.testDatabase.ownerUrl ?? '',
    SIGNET_MASTER_KEY: masterKey,
  })
  const embedded = () => ({ SIGNET_DATA: inFolder('data') })
  const other = () => ({
    SIGNET_DATABASE_OWNER_URL: target.config.databaseOwnerUrl ?? '',
    SIGNET_MASTER_KEY_FILE: inFolder('elsewhere/master.key'),
  })

  it('from PostgreSQL in use to the embedded one and back: people sign in, the audit log goes on', async () => {
    await note(test.ctx, 'on-postgres')
    const first = await inUse(() => signet(server(), 'backup', inFolder('first.backup')))
    expect(first.said).toMatch(/^\d+ rows in /)
    const exported = await signet({ ...server(), ...passphrase }, 'key', 'export', inFolder('key'))
    expect(exported.status).toBe(0)
    expect(await readFile(inFolder('first.backup'))).not.toContain(masterKey)

    const early = await signet(embedded(), 'restore', inFolder('first.backup'))
    expect([early.status, early.warned]).toEqual([1, expect.stringContaining('key import')])
    const brought = await signet({ ...embedded(), ...passphrase }, 'key', 'import', inFolder('key'))
    expect(brought.status).toBe(0)
    expect((await signet(embedded(), 'restore', inFolder('first.backup'))).status).toBe(0)
    expect((await stat(inFolder('data/master.key'))).mode & 0o777).toBe(0o600)
    await useService({ environment: embedded(), steps: 0, name: 'on-embedded' })
    const names = await exportedNames(embedded(), 'embedded.audit')
    expect(names).toEqual(['on-postgres', 'on-embedded'])

    expect((await signet(embedded(), 'backup', inFolder('second.backup'))).status).toBe(0)
    await signet({ ...other(), ...passphrase }, 'key', 'import', inFolder('key'))
    expect((await signet(other(), 'restore', inFolder('second.backup'))).status).toBe(0)
    await useService({ environment: other(), steps: 1, name: 'on-another' })
    const all = await exportedNames(other(), 'other.audit')
    expect(all).toEqual(['on-postgres', 'on-embedded', 'on-another'])
  }, 180_000)

  it('is refused without the key, and with another one', async () => {
    const { SIGNET_MASTER_KEY_FILE: _file, ...withoutKey } = other()
    await expect(openService(withoutKey, test.tenant)).rejects.toThrow('master key')
    const wrong = { ...withoutKey, SIGNET_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') }
    await expect(openService(wrong, test.tenant)).rejects.toThrow('not the one of this database')
  })

  it('is not written over what is there', async () => {
    const again = await signet(embedded(), 'restore', inFolder('first.backup'))
    expect([again.status, again.warned]).toEqual([1, expect.stringContaining('holds a database')])
    const full = await signet(other(), 'restore', inFolder('first.backup'))
    expect([full.status, full.warned]).toEqual([1, expect.stringContaining('not empty')])
    const key = await signet({ ...other(), ...passphrase }, 'key', 'import', inFolder('key'))
    expect([key.status, key.warned]).toEqual([1, expect.stringContaining('holds a key already')])
  })
})
