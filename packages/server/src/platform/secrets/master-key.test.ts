import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SealBroken } from './envelope.ts'
import { exportKey, importKey, NotAnExport } from './key-export.ts'
import {
  createMasterKeyFile,
  parseMasterKey,
  prepareNextMasterKey,
  readMasterKey,
  replaceMasterKeyFile,
} from './master-key.ts'

const none = { masterKey: null, masterKeyFile: null, dataDir: null }

describe('the master key', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signet-key-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('is read from base64, base64url and hexadecimal', () => {
    const bytes = randomBytes(32)
    expect(parseMasterKey(bytes.toString('base64'))).toEqual(bytes)
    expect(parseMasterKey(bytes.toString('base64url'))).toEqual(bytes)
    expect(parseMasterKey(bytes.toString('hex'))).toEqual(bytes)
  })

  test.each(['', 'secret', 'a'.repeat(42), 'a'.repeat(45), 'g'.repeat(64), ' '.repeat(43)])(
    'is not read from %j',
    (text) => {
      expect(parseMasterKey(text)).toBeNull()
    },
  )

  test('is made in a file that only its owner may read', async () => {
    const made = await createMasterKeyFile(folder)
    expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600)
    expect((await readMasterKey({ ...none, dataDir: folder }))?.bytes).toEqual(made.bytes)
  })

  test('is never written over', async () => {
    const before = await readFile(join(folder, 'master.key'), 'utf8')
    await expect(createMasterKeyFile(folder)).rejects.toThrow('EEXIST')
    expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe(before)
  })

  test('is replaced whole, in a file that only its owner may read', async () => {
    const next = await prepareNextMasterKey(folder)
    expect(await prepareNextMasterKey(folder)).toEqual(next)
    await replaceMasterKeyFile(folder)
    expect((await readMasterKey({ ...none, dataDir: folder }))?.bytes).toEqual(next)
    expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600)
  })

  test('refuses the start for a named file that is missing or holds something else', async () => {
    const masterKeyFile = join(folder, 'named.key')
    await expect(readMasterKey({ ...none, masterKeyFile })).rejects.toThrow('is missing')
    await writeFile(masterKeyFile, 'too short')
    await expect(readMasterKey({ ...none, masterKeyFile })).rejects.toThrow('32 bytes')
  })

  test('says nothing of the key it refuses', async () => {
    const masterKey = 'not-a-key-but-still-secret'
    const refused = readMasterKey({ ...none, masterKey })
    await expect(refused).rejects.toThrow('SIGNET_MASTER_KEY must hold 32 bytes')
    await expect(refused).rejects.not.toThrow(masterKey)
  })
})

describe('an exported master key', () => {
  const bytes = randomBytes(32)

  test('comes back with its passphrase and with no other', async () => {
    const text = await exportKey(bytes, 'correct horse battery')
    expect(text).not.toContain(bytes.toString('base64url'))
    expect(await importKey(text, 'correct horse battery')).toEqual(bytes)
    await expect(importKey(text, 'correct horse batterz')).rejects.toThrow(SealBroken)
    await expect(importKey('{}', 'correct horse battery')).rejects.toThrow(NotAnExport)
  })

  test('needs a passphrase of 12 characters', async () => {
    await expect(exportKey(bytes, 'elevenchars')).rejects.toThrow('at least 12')
  })
})
