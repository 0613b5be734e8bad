import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { systemClock } from '../clock.ts'
import { openDeployment } from './deployment.ts'

let opened: TestDatabase
let dataDir: string

beforeAll(async () => {
  opened = await openTestDatabase()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'signet-data-'))
  await opened.database.system.deleteFrom('master_check').execute()
  return () => rm(dataDir, { recursive: true })
})
afterAll(() => opened.drop())

const start = (source: { masterKey?: string; dataDir?: string | null }) =>
  openDeployment({
    database: opened.database,
    clock: systemClock,
    source: { masterKey: null, masterKeyFile: null, dataDir, ...source },
  })

const newKey = () => randomBytes(32).toString('base64')

describe('the first start', () => {
  test('makes a key in the data folder, which later starts take', async () => {
    const first = await start({})
    expect(await readdir(dataDir)).toEqual(['master.key'])
    const second = await start({})
    expect(second.master.bytes).toEqual(first.master.bytes)
    expect(second.secret).toEqual(first.secret)
  })

  test('makes no key where one is given', async () => {
    await start({ masterKey: newKey() })
    expect(await readdir(dataDir)).toEqual([])
  })

  test('takes the key of a start that ended before the database knew it', async () => {
    const key = newKey()
    await writeFile(join(dataDir, 'master.key'), key)
    expect((await start({})).master.bytes.toString('base64')).toBe(key)
  })

  test('is refused without a data folder and without a key', {
    meta: { covers: ['S26'] },
  }, async () => {
    await expect(start({ dataDir: null })).rejects.toThrow('With PostgreSQL a master key must')
  })

  test('of two nodes with different keys lets exactly one through', async () => {
    const outcomes = await Promise.allSettled([
      start({ masterKey: newKey() }),
      start({ masterKey: newKey() }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a later start', () => {
  test('makes no new key in the place of a lost one', async () => {
    await start({})
    await rm(join(dataDir, 'master.key'))
    await expect(start({})).rejects.toThrow(`put master.key back into ${dataDir}`)
    expect(await readdir(dataDir)).toEqual([])
  })

  test('is refused when the stored check is damaged', async () => {
    const masterKey = newKey()
    await start({ masterKey })
    await opened.database.system
      .updateTable('master_check')
      .set({ sealed: randomBytes(77) })
      .execute()
    await expect(start({ masterKey })).rejects.toThrow('damaged')
  })
})
