import { proofKeyStore } from '@signet/contract/tenancy/stored-keys'
import { StorageBlocked } from '../calls/failures.ts'

const { database, version, objectStore, entry } = proofKeyStore

const resultOf = <T>(request: IDBRequest<T>): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () => reject(request.error))
  return promise
}

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(database, version)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(objectStore))
  return resultOf(request)
}

const isKeyPair = (value: unknown): value is CryptoKeyPair =>
  typeof value === 'object' && value !== null && 'privateKey' in value && 'publicKey' in value

const makeKey = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

const findOrMake = async (opened: IDBDatabase): Promise<CryptoKeyPair> => {
  const stored: unknown = await resultOf(
    opened.transaction(objectStore).objectStore(objectStore).get(entry),
  )
  if (isKeyPair(stored)) return stored
  const made = await makeKey()
  // Another tab may have stored one while ours was made: within one transaction the first stays.
  const store = opened.transaction(objectStore, 'readwrite').objectStore(objectStore)
  const earlier: unknown = await resultOf(store.get(entry))
  if (isKeyPair(earlier)) return earlier
  await resultOf(store.put(made, entry))
  return made
}

/**
 * The key pair that this origin's sessions are bound to (RFC 9449), shared with the console; its
 * private half cannot be read out. Made on first use.
 * @throws StorageBlocked where the browser keeps nothing for this site
 */
export const openProofKey = async (): Promise<CryptoKeyPair> => {
  try {
    const opened = await open()
    try {
      return await findOrMake(opened)
    } finally {
      opened.close()
    }
  } catch (error) {
    throw new StorageBlocked(error)
  }
}
