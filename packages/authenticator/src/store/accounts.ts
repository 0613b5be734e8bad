import { openDeviceKey, openSecret, type SealedKeys, sealKeys } from '../keys/sealing.ts'
import type { Algorithm } from '../keys/totp.ts'
import { vault } from './vault.ts'

/** What the app knows of one account. Keys are kept as the browser's own: they are not read out. */
export interface Account {
  readonly id: string
  readonly issuer: string
  readonly name: string
  readonly secret: CryptoKey
  readonly algorithm: Algorithm
  readonly digits: number
  readonly periodSeconds: number
  /** The service's address and our key there; null for codes alone. */
  readonly service: { readonly url: string; readonly key: CryptoKeyPair } | null
  /** PENDING: its owner has yet to type the code that is shown. */
  readonly state: 'PENDING' | 'ACTIVE' | 'INACTIVE'
  /** How far the service's clock is ahead of ours. */
  readonly aheadMillis: number
  readonly addedAt: number
  /** Language and address of the notices that the service was told of. */
  readonly noticesTo?: string
  /** Its keys as they are kept while an app lock encrypts them; absent: they are kept as they are. */
  readonly sealed?: SealedKeys
}

const database = 'signet-authenticator'
const store = 'accounts'
const lockStore = 'lock'

const resultOf = <T>(request: IDBRequest<T>): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () => reject(request.error))
  return promise
}

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(database, 2)
  request.addEventListener('upgradeneeded', ({ oldVersion }) => {
    if (oldVersion < 1) request.result.createObjectStore(store, { keyPath: 'id' })
    request.result.createObjectStore(lockStore, { keyPath: 'id' })
  })
  return resultOf(request)
}

const within = async <T>(
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => IDBRequest<T>,
  name: typeof store | typeof lockStore = store,
): Promise<T> => {
  const opened = await open()
  try {
    return await resultOf(work(opened.transaction(name, mode).objectStore(name)))
  } finally {
    opened.close()
  }
}

interface Sealed extends Omit<Account, 'secret' | 'service'> {
  readonly sealed: SealedKeys
  readonly service: { readonly url: string; readonly publicKey: CryptoKey } | null
}
type Stored = Account | Sealed

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'issuer' in value && 'addedAt' in value

const isOpen = (stored: Stored): stored is Account => 'secret' in stored

const openKeys = (stored: Sealed) => async (key: CryptoKey) => ({
  secret: await openSecret(key, stored),
  privateKey:
    stored.sealed.deviceKey === null
      ? null
      : await openDeviceKey(key, stored.id, stored.sealed.deviceKey),
})

/** An account as it is used; null while its keys are locked away. */
const opened = async (stored: Stored): Promise<Account | null> => {
  if (isOpen(stored)) return stored
  const keys = await vault.keysOf(stored.id, openKeys(stored))
  if (keys === null) return null
  const { service, ...rest } = stored
  const { secret, privateKey } = keys
  return {
    ...rest,
    secret,
    service:
      service === null || privateKey === null
        ? null
        : { url: service.url, key: { publicKey: service.publicKey, privateKey } },
  }
}

/** Those that are open, in the order in which they were added. */
export const listAccounts = async (): Promise<readonly Account[]> => {
  const found: unknown[] = await within('readonly', (accounts) => accounts.getAll())
  const accounts = await Promise.all(found.filter(isStored).map(opened))
  return accounts
    .filter((account) => account !== null)
    .toSorted((one, other) => one.addedAt - other.addedAt)
}

/** Of encrypted keys nothing else is kept. */
const storedOf = (account: Account): Stored => {
  const { sealed, secret: _secret, service, ...rest } = account
  if (sealed === undefined) return account
  const told = service === null ? null : { url: service.url, publicKey: service.key.publicKey }
  return { ...rest, sealed, service: told }
}

/** Keeps an account anew that is there, its keys in another way. */
export const keepAccount = async (account: Account): Promise<void> => {
  await within('readwrite', (accounts) => accounts.put(storedOf(account)))
}

/** Keeps an account whose keys were just made: encrypted where the app lock can. @throws where its id is taken */
export const keepNewAccount = async (account: Account): Promise<void> => {
  const key = vault.key()
  const kept = key === null ? account : { ...account, sealed: await sealKeys(key, account) }
  await within('readwrite', (accounts) => accounts.add(storedOf(kept)))
}

/** Changes what a service said about an account, and nothing else; one that was removed stays removed. */
export const noteOfAccount = async (
  id: string,
  said: Partial<Pick<Account, 'state' | 'aheadMillis' | 'noticesTo'>>,
): Promise<void> => {
  await within('readwrite', (accounts) => {
    const found: IDBRequest<unknown> = accounts.get(id)
    found.addEventListener('success', () => {
      if (isStored(found.result)) accounts.put({ ...found.result, ...said })
    })
    return found
  })
}

/** How the app is locked. */
export interface Lock {
  readonly id: 'app'
  readonly credentialId: ArrayBuffer
  /** SEALS: the authenticator gives the key that encrypts accounts; HIDES: it only says who it is. */
  readonly kind: 'SEALS' | 'HIDES'
  /** What the authenticator makes the key from (WebAuthn level 3, section 10.1.4). */
  readonly salt: Uint8Array<ArrayBuffer>
}

const isLock = (value: unknown): value is Lock =>
  typeof value === 'object' && value !== null && 'credentialId' in value && 'salt' in value

export const readLock = async (): Promise<Lock | null> => {
  const found: unknown = await within('readonly', (locks) => locks.get('app'), lockStore)
  return isLock(found) ? found : null
}

export const keepLock = async (lock: Lock): Promise<void> => {
  await within('readwrite', (locks) => locks.put(lock), lockStore)
}

export const dropLock = async (): Promise<void> => {
  await within('readwrite', (locks) => locks.delete('app'), lockStore)
}

export const dropAccount = async (id: string): Promise<void> => {
  await within('readwrite', (accounts) => accounts.delete(id))
}
