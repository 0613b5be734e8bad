import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openService } from '../../testing/cli/opened.ts'
import { signet } from '../../testing/cli/told.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { masterKey } from '../../testing/test-platform.ts'
import { ensureDefaultTenant } from '../app/first-start.ts'
import { workOnRotation } from '../modules/tenancy/keys/index.ts'

const secret = Buffer.from('JBSWY3DPEHPK3PXP')

let test: TestApp
let folder: string
let sealed: Buffer

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await ensureDefaultTenant(test.platform)
  folder = await mkdtemp(join(tmpdir(), 'signet-keys-'))
  sealed = await test.platform.secrets.seal(test.tenant.id, 'probe', secret)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const inFolder = (name: string): string => join(folder, name)
const database = () => ({ SIGNET_DATABASE_OWNER_URL: test.testDatabase.ownerUrl ?? '' })
const former = () => ({ ...database(), SIGNET_MASTER_KEY: masterKey })
const renewed = () => ({ ...database(), SIGNET_MASTER_KEY_FILE: inFolder('new.key') })

const opensWith = async (environment: Readonly<Record<string, string>>): Promise<Buffer> => {
  const service = await openService(environment, test.tenant)
  try {
    return await service.platform.secrets.open(test.tenant.id, 'probe', sealed)
  } finally {
    await service.close()
  }
}

describe('key export and key import', () => {
  const phrase = { SIGNET_KEY_PASSPHRASE: 'a passphrase for tests alone' }
  const target = () => ({ SIGNET_MASTER_KEY_FILE: inFolder('deep/brought.key') })

  it('bring the key elsewhere, for its owner only, with the passphrase and no other', async () => {
    const exported = await signet({ ...former(), ...phrase }, 'key', 'export', inFolder('export'))
    expect(exported.status).toBe(0)
    expect((await stat(inFolder('export'))).mode & 0o777).toBe(0o600)
    const wrong = { ...target(), SIGNET_KEY_PASSPHRASE: 'another passphrase' }
    const refused = await signet(wrong, 'key', 'import', inFolder('export'))
    expect([refused.status, refused.warned]).toEqual([1, expect.stringContaining('is not that of')])
    await expect(stat(inFolder('deep'))).rejects.toThrow('ENOENT')
    const brought = await signet({ ...target(), ...phrase }, 'key', 'import', inFolder('export'))
    expect(brought.status).toBe(0)
    expect((await stat(inFolder('deep/brought.key'))).mode & 0o777).toBe(0o600)
    expect(await opensWith({ ...database(), ...target() })).toEqual(secret)
  })

  it('write over nothing, and take nothing else for an export', async () => {
    const again = await signet({ ...former(), ...phrase }, 'key', 'export', inFolder('export'))
    expect(again.warned).toContain('exists already')
    const second = await signet({ ...target(), ...phrase }, 'key', 'import', inFolder('export'))
    expect(second.warned).toContain('holds a key already')
    await writeFile(inFolder('other'), '{}')
    const elsewhere = { SIGNET_DATA: inFolder('data'), ...phrase }
    const other = await signet(elsewhere, 'key', 'import', inFolder('other'))
    expect(other.warned).toContain('is no exported key')
    const inEnvironment = await signet(
      { ...former(), ...phrase },
      'key',
      'import',
      inFolder('export'),
    )
    expect(inEnvironment.warned).toContain('is given as SIGNET_MASTER_KEY')
  })

  it('refuse a short passphrase', async () => {
    const short = { ...former(), SIGNET_KEY_PASSPHRASE: 'elevenchars' }
    const refused = await signet(short, 'key', 'export', inFolder('short'))
    expect([refused.status, refused.warned]).toEqual([1, expect.stringContaining('12 characters')])
  })
})

describe('key rotate-data', () => {
  it('gives one tenant new keys and leaves what is stored to jobs', async () => {
    const host = new URL(test.tenant.publicUrl).hostname
    const { status, said } = await signet(former(), 'key', 'rotate-data', host)
    expect([status, said]).toEqual([0, expect.stringContaining(test.tenant.companyName)])
    expect(said.split('\n')).toHaveLength(1)
    const keys = await test.ctx.db
      .selectFrom('tenant_keys')
      .select('state')
      .where('tenant_id', '=', test.tenant.id)
      .where('purpose', '=', 'seal')
      .execute()
    expect(keys.map(({ state }) => state).toSorted()).toEqual(['ACTIVE', 'RETIRED'])
    const jobs = await test.ctx.db
      .selectFrom('job_contents')
      .select('state')
      .where('queue', '=', 'key-rotation')
      .execute()
    expect(jobs).toEqual([{ state: 'WAITING' }])
    await test.platform.queue.start()
    await workOnRotation(test.ctx, { content: { last: true } })
    await test.platform.queue.stop()
    expect(await opensWith(former())).toEqual(secret)
  })

  it('gives every tenant new keys without a host', async () => {
    const { status, said } = await signet(former(), 'key', 'rotate-data')
    expect(status).toBe(0)
    expect(said.split('\n')).toHaveLength(2)
  })
})

describe('key rotate-master', () => {
  const rotate = (environment: Readonly<Record<string, string>>, ...words: readonly string[]) =>
    signet(environment, 'key', 'rotate-master', ...words)

  it('makes both keys open, then the new one alone', async () => {
    const begun = await rotate(former(), inFolder('new.key'))
    expect([begun.status, begun.warned]).toEqual([0, ''])
    expect((await stat(inFolder('new.key'))).mode & 0o777).toBe(0o600)
    expect(await opensWith(former())).toEqual(secret)
    expect(await opensWith(renewed())).toEqual(secret)
    const key = await readFile(inFolder('new.key'), 'utf8')
    expect((await rotate(former(), inFolder('new.key'))).status).toBe(0)
    expect(await readFile(inFolder('new.key'), 'utf8')).toBe(key)
    const other = await rotate(former(), inFolder('third.key'))
    expect(other.warned).toContain('Another rotation of the master key is under way')
    const tooEarly = await rotate(former(), '--finish')
    expect(tooEarly.warned).toContain('This is the former master key')

    expect((await rotate(renewed(), '--finish')).status).toBe(0)
    expect(await opensWith(renewed())).toEqual(secret)
    await expect(opensWith(former())).rejects.toThrow('not the one of this database')
    expect((await rotate(renewed(), '--finish')).warned).toContain('No rotation of the master key')
  })

  it('asks for one step at a time', async () => {
    expect((await rotate(renewed())).warned).toContain('Name a NEWFILE')
    expect((await rotate(renewed(), inFolder('x'), '--finish')).warned).toContain('Name a NEWFILE')
    await writeFile(inFolder('bad.key'), randomBytes(10).toString('hex'))
    expect((await rotate(renewed(), inFolder('bad.key'))).warned).toContain('must hold 32 bytes')
    expect((await rotate(renewed(), inFolder('new.key'))).warned).toContain('is the old one')
  })
})
