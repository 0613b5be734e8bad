import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { createTestTenant, insertTenantRow } from '../../../testing/database/test-tenant.ts'
import { systemClock } from '../clock.ts'
import { systemIds } from '../ids.ts'
import type { Secrets } from '../secrets.ts'
import { SealBroken } from './envelope.ts'
import { openSecrets } from './open-secrets.ts'

const seed = Buffer.from('JBSWY3DPEHPK3PXP')
const masterKey = randomBytes(32).toString('base64')

let opened: TestDatabase
let secrets: Secrets
let tenantId: string
let otherId: string

/** Another node on the same database. */
const node = (key: string | null = masterKey) =>
  openSecrets({
    config: { masterKey: key, masterKeyFile: null, dataDir: '/nonexistent' },
    database: opened.database,
    clock: systemClock,
    ids: systemIds,
  })

const newTenant = () =>
  createTestTenant(opened.database, (db, id) => secrets.createTenantKeys(db, id))

beforeAll(async () => {
  opened = await openTestDatabase()
  secrets = await node()
  tenantId = await newTenant()
  otherId = await newTenant()
})
afterAll(() => opened.drop())

describe('the start', () => {
  test('is refused with another master key than the database knows', async () => {
    await expect(node(randomBytes(32).toString('hex'))).rejects.toThrow(
      'The given master key is not the one of this database',
    )
  })

  test('is refused without the master key that the database knows', async () => {
    await expect(node(null)).rejects.toThrow(/master key of this database is missing/)
  })
})

describe('seal and open', () => {
  test('work on any node of the deployment', async () => {
    const sealed = await secrets.seal(tenantId, 'otp:1', seed)
    expect(sealed.includes(seed)).toBe(false)
    expect(await (await node()).open(tenantId, 'otp:1', sealed)).toEqual(seed)
  })

  test('bind a value to its tenant', async () => {
    const sealed = await secrets.seal(tenantId, 'otp:1', seed)
    await expect(secrets.open(otherId, 'otp:1', sealed)).rejects.toThrow(SealBroken)
  })

  test('bind a value to its purpose', async () => {
    const sealed = await secrets.seal(tenantId, 'otp:1', seed)
    await expect(secrets.open(tenantId, 'otp:2', sealed)).rejects.toThrow(SealBroken)
  })

  test('work in the transaction that makes the tenant', async () => {
    const id = randomUUID()
    const sealed = await opened.database.transaction(id, async ({ db }) => {
      await insertTenantRow(db, id)
      await secrets.createTenantKeys(db, id)
      return await secrets.seal(id, 'first', seed)
    })
    expect(await (await node()).open(id, 'first', sealed)).toEqual(seed)
  })

  test('forget the keys of a tenant whose transaction was rolled back', async () => {
    const id = randomUUID()
    const attempt = opened.database.transaction(id, async ({ db }) => {
      await insertTenantRow(db, id)
      await secrets.createTenantKeys(db, id)
      await secrets.seal(id, 'first', seed)
      throw new Error('changed its mind')
    })
    await expect(attempt).rejects.toThrow('changed its mind')
    await expect(secrets.seal(id, 'first', seed)).rejects.toThrow('has no seal key')
    await expect(secrets.hmac(id, 'first', '1')).rejects.toThrow('has no hmac key')
  })

  test('work in a transaction of a tenant that is ready', async () => {
    const fresh = await node()
    await fresh.ready(tenantId)
    const plaintext = await opened.database.transaction(tenantId, async () =>
      fresh.open(tenantId, 'p', await fresh.seal(tenantId, 'p', seed)),
    )
    expect(plaintext).toEqual(seed)
  })

  test('are ready within a transaction by what was read before it, however long ago', async () => {
    const fresh = await node()
    await fresh.ready(tenantId)
    const later = performance.now() + 60_000
    vi.spyOn(performance, 'now').mockReturnValue(later)
    const plaintext = await opened.database.transaction(tenantId, async () => {
      await fresh.ready(tenantId)
      return fresh.open(tenantId, 'p', await fresh.seal(tenantId, 'p', seed))
    })
    vi.restoreAllMocks()
    expect(plaintext).toEqual(seed)
  })

  test('fail for a tenant without keys', async () => {
    await expect(secrets.seal(randomUUID(), 'p', seed)).rejects.toThrow('has no seal key')
  })
})

describe('hmac', () => {
  test('is stable on every node and apart by tenant and purpose', async () => {
    const mac = await secrets.hmac(tenantId, 'recovery', '12345678')
    expect(await (await node()).hmac(tenantId, 'recovery', '12345678')).toEqual(mac)
    expect(await secrets.hmac(otherId, 'recovery', '12345678')).not.toEqual(mac)
    expect(await secrets.hmac(tenantId, 'kba', '12345678')).not.toEqual(mac)
  })
})

describe('derive', () => {
  test('gives every node the same key, apart by tenant and purpose', async () => {
    const key = secrets.derive(tenantId, 'nonce')
    expect(key).toHaveLength(32)
    expect((await node()).derive(tenantId, 'nonce')).toEqual(key)
    expect(secrets.derive(otherId, 'nonce')).not.toEqual(key)
    expect(secrets.cursorKey(tenantId)).not.toEqual(key)
  })
})

describe('the rotation of a data key', () => {
  const storeSeed = async (id: string) => {
    const sealed = await secrets.seal(tenantId, `signing-key:${id}`, seed)
    await opened.database
      .forTenant(tenantId)
      .insertInto('signing_keys')
      .values({
        tenant_id: tenantId,
        id,
        purpose: 'audit',
        algorithm: 'ES256',
        state: 'RETIRED',
        public_jwk: '{}',
        sealed_private: sealed,
        created_at: new Date(),
        retired_at: null,
      })
      .execute()
  }
  const rotate = () =>
    opened.database.transaction(tenantId, ({ db }) => secrets.rotateDataKey(db, tenantId))
  const stored = async (id: string): Promise<Buffer> => {
    const row = await opened.database
      .forTenant(tenantId)
      .selectFrom('signing_keys')
      .select('sealed_private')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.sealed_private
  }

  test('keeps old values readable and seals all of them again under the new key', async () => {
    const names = Array.from({ length: 450 }, (_, index) => `key-${index}`)
    await Promise.all(names.map(storeSeed))
    const before = await stored('key-7')
    const other = await node()
    await other.ready(tenantId)
    await rotate()
    expect(await other.open(tenantId, 'signing-key:key-7', before)).toEqual(seed)

    expect([await secrets.reseal(tenantId), await secrets.reseal(tenantId)]).toEqual([400, 50])
    const after = await stored('key-7')
    expect(after.subarray(1, 17)).not.toEqual(before.subarray(1, 17))
    expect(await other.open(tenantId, 'signing-key:key-7', after)).toEqual(seed)
    expect(await secrets.reseal(tenantId)).toBe(0)
  })

  test('knows every column that holds sealed values', async () => {
    const { sealedColumns } = await import('./sealed-columns.ts')
    const { rows } = await opened.asOwner((owner) =>
      owner.query<{ name: string }>(
        `select table_name || '.' || column_name as name from information_schema.columns
         where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%'
           and table_name not in ('tenant_keys', 'master_check') order by 1`,
      ),
    )
    const known = sealedColumns.map(({ table, column }) => `${table}.${column}`)
    expect(rows.map(({ name }) => name)).toEqual(known.toSorted())
  })
})

describe('the rotation of the master key', () => {
  test('rewraps every tenant, then opens with the new key only', async () => {
    const sealed = await secrets.seal(tenantId, 'p', seed)
    const cursorKey = secrets.cursorKey(tenantId)
    const newKey = randomBytes(32)
    await secrets.beginMasterRotation(newKey)
    const old = await node()
    const fresh = await node(newKey.toString('base64'))
    expect(await old.open(tenantId, 'p', sealed)).toEqual(seed)
    expect(await fresh.open(tenantId, 'p', sealed)).toEqual(seed)
    await expect(old.beginMasterRotation(randomBytes(32))).rejects.toThrow('under way')

    await fresh.finishMasterRotation()
    await expect(node()).rejects.toThrow('not the one of this database')
    const later = await node(newKey.toString('base64'))
    expect(await later.open(tenantId, 'p', sealed)).toEqual(seed)
    expect(later.cursorKey(tenantId)).toEqual(cursorKey)
    const { rows } = await sql<{
      previous: Buffer | null
    }>`select previous from master_check`.execute(opened.database.system)
    expect(rows).toEqual([{ previous: null }])
  })

  test('leaves a node with the former key unable to make tenants', async () => {
    await expect(newTenant()).rejects.toThrow('start this node again')
  })
})
