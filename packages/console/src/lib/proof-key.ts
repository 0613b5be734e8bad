import { proofKeyStore } from '@signet/contract/tenancy/stored-keys'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(proofKeyStore.database, proofKeyStore.version)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(proofKeyStore.objectStore)
  })
  return settled(request)
}

const isKeyPair = (value: unknown): value is CryptoKeyPair =>
  typeof value === 'object' &&
  value !== null &&
  'privateKey' in value &&
  value.privateKey instanceof CryptoKey

const generate = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

/**
 * The key pair that proves this browser (RFC 9449), made on first use. Its private half cannot be
 * read out; all tabs of the origin share it through IndexedDB. Two tabs that both make one end up
 * with the first that was stored.
 */
export const openProofKey = async (): Promise<CryptoKeyPair> => {
  const database = await openDatabase()
  const { objectStore, entry } = proofKeyStore
  try {
    const stored: unknown = await settled(
      database.transaction(objectStore).objectStore(objectStore).get(entry),
    )
    if (isKeyPair(stored)) return stored
    const made = await generate()
    const store = database.transaction(objectStore, 'readwrite').objectStore(objectStore)
    const earlier: unknown = await settled(store.get(entry))
    if (isKeyPair(earlier)) return earlier
    await settled(store.put(made, entry))
    return made
  } finally {
    database.close()
  }
}
