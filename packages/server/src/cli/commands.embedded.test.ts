import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signet } from '../../testing/cli/told.ts'
import { copyMigratedDirectory } from '../../testing/database/test-embedded.ts'
import { ensureDefaultTenant } from '../app/first-start.ts'
import { closePlatform, openPlatform } from '../app/open-platform.ts'
import { readConfig } from '../platform/config.ts'
import type { Platform } from '../platform/platform.ts'
import { prepareNextMasterKey, replaceMasterKeyFile } from '../platform/secrets/master-key.ts'

const secret = Buffer.from('JBSWY3DPEHPK3PXP')

let folder: string
let tenantId: string
let sealed: Buffer

const environment = () => ({ SIGNET_DATA: folder, SIGNET_LOG_LEVEL: 'silent' })
const inFolder = (name: string): string => join(folder, name)

const opened = async <T>(work: (platform: Platform) => Promise<T>): Promise<T> => {
  const platform = await openPlatform(readConfig(environment()))
  try {
    return await work(platform)
  } finally {
    await closePlatform(platform)
  }
}

const open = (platform: Platform) => platform.secrets.open(tenantId, 'probe', sealed)

beforeAll(async () => {
  folder = await copyMigratedDirectory()
  await opened(async (platform) => {
    tenantId = (await ensureDefaultTenant(platform)).tenant.id
    sealed = await platform.secrets.seal(tenantId, 'probe', secret)
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const phrase = { SIGNET_KEY_PASSPHRASE: 'a passphrase for tests alone' }
const patience = 120_000

describe('while the service uses the data folder', () => {
  it(
    'commands that need it are refused and leave nothing; the master key may be exported',
    async () => {
      await opened(async () => {
        for (const name of ['backup', 'audit export', 'recover-admin', 'key rotate-data']) {
          const told = await signet(environment(), ...name.split(' '), inFolder('refused'))
          expect([name, told.status]).toEqual([name, 1])
          expect(told.warned).toMatch(/^Another process \(\d+\) uses the data directory/)
        }
        await expect(stat(inFolder('refused'))).rejects.toThrow('ENOENT')
        const keyed = { ...environment(), ...phrase }
        expect((await signet(keyed, 'key', 'export', inFolder('exported'))).status).toBe(0)
      })
    },
    patience,
  )
})

describe('key import beside data', () => {
  it(
    'takes the key of that data and no other',
    async () => {
      const other = { SIGNET_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'), ...phrase }
      await signet(other, 'key', 'export', inFolder('other'))
      const key = await readFile(inFolder('master.key'))
      await rm(inFolder('master.key'))
      const bring = (name: string) =>
        signet({ ...environment(), ...phrase }, 'key', 'import', inFolder(name))
      expect((await bring('other')).warned).toContain('is not the one of the database')
      const foreign = await signet({ ...environment(), ...other }, 'audit', 'export', inFolder('x'))
      expect(foreign.warned).toContain('not the one of this database')
      await expect(stat(inFolder('signet.lock'))).rejects.toThrow('ENOENT')
      expect((await bring('exported')).status).toBe(0)
      expect(await readFile(inFolder('master.key'))).toEqual(key)
    },
    patience,
  )
})

describe('key rotate-master in a data folder', () => {
  const key = () => readFile(inFolder('master.key'), 'utf8')

  const expectRotated = async (): Promise<void> => {
    const before = await key()
    const { status, warned } = await signet(environment(), 'key', 'rotate-master')
    expect([status, warned]).toEqual([0, ''])
    expect(await key()).not.toBe(before)
    await expect(stat(inFolder('master.key.next'))).rejects.toThrow('ENOENT')
  }

  /** The data opens as the last rotation left it; then a next one begins and is cut off. */
  const cutOff = (andThen: () => Promise<void>) =>
    opened(async (platform) => {
      expect(await open(platform)).toEqual(secret)
      await platform.secrets.beginMasterRotation(await prepareNextMasterKey(folder))
      await andThen()
    })

  it('replaces the key in one step', () => expectRotated(), patience)

  it(
    'goes on after a crash that left the new key announced',
    async () => {
      await cutOff(async () => {})
      await expectRotated()
    },
    patience,
  )

  it(
    'goes on after a crash that left the new key in place',
    async () => {
      await cutOff(() => replaceMasterKeyFile(folder))
      await expectRotated()
      expect(await opened(open)).toEqual(secret)
    },
    patience,
  )
})

describe('audit export of the default tenant', () => {
  it('is sound, holds what just happened, and breaks when one letter changes', async () => {
    const file = inFolder('exported.audit')
    const { status, said } = await signet(environment(), 'audit', 'export', file)
    expect([status, said]).toEqual([0, expect.stringMatching(/^\d+ events, 0 of them erased/)])
    const text = await readFile(file, 'utf8')
    expect(text.match(/MASTER_KEY_ROTATED/g)).toHaveLength(3)
    expect(text).not.toContain('AUDIT_EXPORTED')
    const sound = await signet({}, 'audit', 'verify', file)
    expect([sound.status, sound.said]).toEqual([0, expect.stringContaining('sound: ')])
    await writeFile(inFolder('exported.audit.gz'), gzipSync(text))
    expect(await signet({}, 'audit', 'verify', inFolder('exported.audit.gz'))).toEqual(sound)
    await writeFile(inFolder('changed.audit'), text.replace('MASTER_KEY', 'MASTER_KAY'))
    const broken = await signet({}, 'audit', 'verify', inFolder('changed.audit'))
    expect([broken.status, broken.said]).toEqual([1, expect.stringContaining('BROKEN')])
  }, 120_000)
})
