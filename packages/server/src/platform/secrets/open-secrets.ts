import { createHmac, hkdfSync } from 'node:crypto'
import { boundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import type { Secrets } from '../secrets.ts'
import { type Deployment, openDeployment } from './deployment.ts'
import { keyIdOf, openUnder, SealBroken, sealUnder } from './envelope.ts'
import { createKeyCache, type KeyCache } from './key-cache.ts'
import { keyObjectOf } from './key-objects.ts'
import { announce, finish } from './master-rotation.ts'
import { resealBatch } from './reseal.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'
import {
  holdGeneration,
  insertTenantKeys,
  listTenantKeys,
  newTenantKey,
  retireSealingKey,
  type TenantKey,
  unwrap,
} from './tenant-keys.ts'

interface SecretSources {
  readonly config: Pick<Config, 'masterKey' | 'masterKeyFile' | 'dataDir'>
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  /** The product's list but in tests. */
  readonly columns?: readonly SealedColumn[]
}

const activeKey = (keys: readonly TenantKey[], purpose: TenantKey['purpose']): TenantKey => {
  const key = keys.find((candidate) => candidate.active && candidate.purpose === purpose)
  if (key === undefined) throw new Error(`the tenant has no ${purpose} key`)
  return key
}

/** Opens, seals and authenticates under the keys of the cache. */
const sealing = (cache: KeyCache) => {
  /** Keys at most 1 s old; inside a transaction, which lets no other read, the known ones. */
  const present = async (tenantId: string): Promise<readonly TenantKey[]> => {
    const known = cache.known(tenantId)
    if (known === null) return (await cache.fresh(tenantId)).all
    return await cache.fresh(tenantId).then(
      ({ all }) => all,
      () => known.all,
    )
  }
  /** A key that is not among the known ones may have been made by another node just now. */
  const readKeys = async (tenantId: string): Promise<readonly TenantKey[]> => {
    try {
      return (await cache.read(tenantId)).all
    } catch (error) {
      if (cache.known(tenantId) === null) throw error
      throw new SealBroken(error)
    }
  }
  const keyOf = async (tenantId: string, sealed: Uint8Array): Promise<TenantKey> => {
    const id = keyIdOf(sealed)
    const find = (keys: readonly TenantKey[]) => keys.find((key) => key.id.equals(id))
    const key = find(cache.known(tenantId)?.all ?? []) ?? find(await readKeys(tenantId))
    if (key === undefined || key.purpose !== 'seal') throw new SealBroken()
    return key
  }
  return {
    ready: async (tenantId: string): Promise<void> => void (await present(tenantId)),
    async seal(tenantId: string, purpose: string, plaintext: Uint8Array) {
      return sealUnder(activeKey(await present(tenantId), 'seal'), [tenantId, purpose], plaintext)
    },
    async open(tenantId: string, purpose: string, sealed: Uint8Array) {
      return openUnder(await keyOf(tenantId, sealed), [tenantId, purpose], sealed)
    },
    async hmac(tenantId: string, purpose: string, value: string | Uint8Array) {
      const key = activeKey(await present(tenantId), 'hmac')
      const mac = createHmac('sha256', keyObjectOf(key.bytes))
      return mac.update(`${purpose}\0`).update(value).digest()
    },
  }
}

const derivation = (deployment: Deployment) => {
  const derived = boundedCache<Buffer>(20_000)
  return (tenantId: string, purpose: string): Buffer => {
    const name = `${tenantId} ${purpose}`
    const known = derived.get(name)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', deployment.secret, tenantId, purpose, 32))
    derived.set(name, key)
    return key
  }
}

const createKeys =
  ({ clock, ids }: SecretSources, cache: KeyCache, deployment: () => Deployment) =>
  async (db: Parameters<Secrets['createTenantKeys']>[0], tenantId: string): Promise<void> => {
    await holdGeneration(db, deployment().generation)
    const rows = (['seal', 'hmac'] as const).map((purpose) =>
      newTenantKey(deployment(), { tenantId, id: ids.uuid(), purpose, at: clock.now() }),
    )
    await insertTenantKeys(db, rows)
    cache.expect(
      tenantId,
      rows.map((row) => unwrap(deployment(), row)),
    )
  }

const rotate =
  ({ clock, ids }: SecretSources, deployment: () => Deployment): Secrets['rotateDataKey'] =>
  async (db, tenantId) => {
    await holdGeneration(db, deployment().generation)
    await retireSealingKey(db, tenantId, clock.now())
    const key = { tenantId, id: ids.uuid(), purpose: 'seal' as const, at: clock.now() }
    await insertTenantKeys(db, [newTenantKey(deployment(), key)])
  }

const reseal = async (
  { database, columns = sealedColumns }: SecretSources,
  cache: KeyCache,
  tenantId: string,
): Promise<number> => {
  const key = activeKey((await cache.read(tenantId)).all, 'seal')
  const { open } = sealing(cache)
  return resealBatch({
    db: database.forTenant(tenantId),
    tenantId,
    columns,
    keyId: key.id,
    again: async (purpose, sealed) =>
      sealUnder(key, [tenantId, purpose], await open(tenantId, purpose, sealed)),
  })
}

/**
 * Finds the master key, proves it and gives the secrets of every tenant.
 * @throws StartRefused for a missing or wrong master key
 */
export const openSecrets = async (sources: SecretSources): Promise<Secrets> => {
  const { config, database, clock } = sources
  const dataDir = database.kind === 'embedded' ? config.dataDir : null
  let deployment = await openDeployment({ database, clock, source: { ...config, dataDir } })
  let next: Deployment | null = null
  const cache = createKeyCache(database, async (tenantId) =>
    (await listTenantKeys(database.forTenant(tenantId), tenantId)).map((row) =>
      unwrap(deployment, row),
    ),
  )
  const derive = derivation(deployment)
  return {
    ...sealing(cache),
    derive,
    cursorKey: (tenantId) => derive(tenantId, 'cursor'),
    createTenantKeys: createKeys(sources, cache, () => deployment),
    rotateDataKey: rotate(sources, () => deployment),
    reseal: (tenantId) => reseal(sources, cache, tenantId),
    async beginMasterRotation(newKey) {
      next = await announce({ database, clock }, deployment, newKey)
    },
    async finishMasterRotation() {
      deployment = await finish(database, next ?? deployment)
      next = null
    },
  }
}
