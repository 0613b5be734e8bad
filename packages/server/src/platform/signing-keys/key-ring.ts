import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { TokenAlgorithm } from '@signet/rules/applications'
import { boundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { Moment } from '../db/changes.ts'
import type { Database, TenantDb } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { oneRead } from '../one-read.ts'
import type { Secrets } from '../secrets.ts'
import { insertKey, type KeyPurpose, listKeys, retireKeys, type StoredKey } from './repository.ts'

/** What making and opening keys takes. */
export interface KeySources {
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly database: Database
}

export interface SigningKey {
  readonly id: string
  readonly algorithm: TokenAlgorithm
  /** Signs: one key of each algorithm. The others verify what they have signed. */
  readonly active: boolean
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly publicJwk: Readonly<Record<string, string>>
}

const generate = promisify(generateKeyPair)

/** RFC 7518, section 3.4. */
const curves = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' } as const

/** In libuv's threads: an RSA key takes a tenth of a second that other requests need not wait. */
const pairOf = (algorithm: TokenAlgorithm) => {
  if (algorithm === 'EdDSA') return generate('ed25519')
  return algorithm === 'ES256' || algorithm === 'ES384' || algorithm === 'ES512'
    ? generate('ec', { namedCurve: curves[algorithm] })
    : generate('rsa', { modulusLength: 2048 })
}

const textFields = (jwk: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(jwk).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

interface NewKey {
  readonly tenantId: string
  readonly purpose: KeyPurpose
  readonly algorithm: TokenAlgorithm
}

const newKey = async (
  sources: KeySources,
  { tenantId, purpose, algorithm }: NewKey,
): Promise<StoredKey> => {
  const { publicKey, privateKey } = await pairOf(algorithm)
  const id = sources.ids.random(12).toString('base64url')
  const sealed = await sources.secrets.seal(
    tenantId,
    `signing-key:${id}`,
    privateKey.export({ type: 'pkcs8', format: 'der' }),
  )
  return {
    tenant_id: tenantId,
    id,
    purpose,
    algorithm,
    state: 'ACTIVE',
    public_jwk: {
      ...textFields(publicKey.export({ format: 'jwk' })),
      kid: id,
      alg: algorithm,
      use: 'sig',
    },
    sealed_private: sealed,
    created_at: sources.clock.now(),
    retired_at: null,
  }
}

/** The first key of a purpose and algorithm. */
export const createSigningKey = async (
  sources: KeySources,
  db: TenantDb,
  key: NewKey,
): Promise<void> => insertKey(db, await newKey(sources, key))

/**
 * A new key signs as soon as every node knows it; the former ones of its algorithm go on
 * verifying until they are swept.
 */
export const replaceSigningKey = async (
  sources: KeySources,
  db: TenantDb,
  key: NewKey,
): Promise<void> => {
  const row = await newKey(sources, key)
  await retireKeys(db, key.tenantId, { ...key, at: sources.clock.now() })
  await insertKey(db, row)
}

type OpenKey = Omit<SigningKey, 'active'>

const opened = async (sources: KeySources, row: StoredKey): Promise<OpenKey> => {
  const der = await sources.secrets.open(row.tenant_id, `signing-key:${row.id}`, row.sealed_private)
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    id: row.id,
    algorithm: row.algorithm,
    privateKey,
    publicKey: createPublicKey(privateKey),
    publicJwk: row.public_jwk,
  }
}

/** Twice as long as a node may go without reading keys. */
const knownEverywhereMillis = 2000

const isKnownEverywhere = ({ created_at }: StoredKey, now: Date): boolean =>
  now.getTime() - created_at.getTime() >= knownEverywhereMillis

/** The newest key that every node knows, of each algorithm; a tenant's first key at once. */
const signingIds = (newestFirst: readonly StoredKey[], now: Date): ReadonlySet<string> => {
  const ids = new Map<string, string>()
  for (const row of newestFirst.toReversed()) {
    const { id, algorithm } = row
    if (isKnownEverywhere(row, now) || !ids.has(algorithm)) ids.set(algorithm, id)
  }
  return new Set(ids.values())
}

export interface KeyRing {
  /**
   * Keys of a purpose, those that sign first; at most 1 s stale. Inside a transaction, which lets
   * no other read, the known ones: ask once before it (`warm`).
   */
  keysOf(tenantId: string, purpose: KeyPurpose): Promise<readonly SigningKey[]>
  /** Reads what `keysOf` gives inside transactions. */
  warm(tenantId: string): Promise<void>
  /** After a commit that brought a key: it is known here when this ends, not a second later. */
  readAnew(tenantId: string, purpose: KeyPurpose): Promise<void>
}

export const purposes: readonly KeyPurpose[] = ['session', 'oidc', 'audit']

interface Known {
  readonly keys: readonly SigningKey[]
  readonly moment: Moment
  /** A newer key signs soon, when every node knows it. */
  readonly isChanging: boolean
}

const settlingMillis = 1000

const holds = (database: Database, tenantId: string, { moment, isChanging }: Known): boolean =>
  database.holds(tenantId, moment) &&
  !(isChanging && performance.now() - moment.at >= settlingMillis)

const openingOnce = (sources: KeySources) => {
  const byRow = boundedCache<OpenKey>(10_000)
  return async (row: StoredKey): Promise<OpenKey> => {
    const name = `${row.tenant_id} ${row.id}`
    const known = byRow.get(name) ?? (await opened(sources, row))
    byRow.set(name, known)
    return known
  }
}

/** Those that sign first. */
const openAll = async (
  open: (row: StoredKey) => Promise<OpenKey>,
  rows: readonly StoredKey[],
  now: Date,
): Promise<readonly SigningKey[]> => {
  const signing = signingIds(rows, now)
  const all = await Promise.all(
    rows.map(async (row) => ({ ...(await open(row)), active: signing.has(row.id) })),
  )
  return all.toSorted((a, b) => Number(b.active) - Number(a.active))
}

/** Opened keys by tenant and purpose; each row is opened once. */
export const createKeyRing = (sources: KeySources): KeyRing => {
  const lists = boundedCache<Known>(15_000)
  const open = openingOnce(sources)
  const read = async (tenantId: string, purpose: KeyPurpose): Promise<readonly SigningKey[]> => {
    const moment = sources.database.moment()
    const rows = await listKeys(sources.database.forTenant(tenantId), tenantId, purpose)
    const now = sources.clock.now()
    const keys = await openAll(open, rows, now)
    const isChanging = rows.some((row) => !isKnownEverywhere(row, now))
    const name = `${tenantId} ${purpose}`
    const known = lists.get(name)
    // A read that began before a commit may end after one that began behind it.
    if (known !== undefined && known.moment.at > moment.at) return known.keys
    lists.set(name, { keys, moment, isChanging })
    return keys
  }
  const readOf = {
    session: oneRead(sources.database, (tenantId) => read(tenantId, 'session')),
    oidc: oneRead(sources.database, (tenantId) => read(tenantId, 'oidc')),
    audit: oneRead(sources.database, (tenantId) => read(tenantId, 'audit')),
  }
  const keysOf: KeyRing['keysOf'] = async (tenantId, purpose) => {
    const known = lists.get(`${tenantId} ${purpose}`)
    if (known === undefined) return readOf[purpose](tenantId)
    if (holds(sources.database, tenantId, known)) return known.keys
    try {
      return await readOf[purpose](tenantId)
    } catch {
      return known.keys
    }
  }
  return {
    keysOf,
    warm: async (tenantId) => {
      await Promise.all(purposes.map((purpose) => keysOf(tenantId, purpose)))
    },
    readAnew: async (tenantId, purpose) => {
      await read(tenantId, purpose)
    },
  }
}
