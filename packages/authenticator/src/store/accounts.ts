import type { Algorithm } from '../keys/totp.ts'

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
}

const database = 'signet-authenticator'
const store = 'accounts'

const resultOf = <T>(request: IDBRequest<T>): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () => reject(request.error))
  return promise
}

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(database, 1)
  request.addEventListener('upgradeneeded', () =>
    request.result.createObjectStore(store, { keyPath: 'id' }),
  )
  return resultOf(request)
}

const within = async <T>(
  mode: IDBTransactionMode,
  work: (accounts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const opened = await open()
  try {
    return await resultOf(work(opened.transaction(store, mode).objectStore(store)))
  } finally {
    opened.close()
  }
}

const isAccount = (value: unknown): value is Account =>
  typeof value === 'object' && value !== null && 'secret' in value && 'issuer' in value

/** In the order in which they were added. */
export const listAccounts = async (): Promise<readonly Account[]> => {
  const found: unknown[] = await within('readonly', (accounts) => accounts.getAll())
  return found.filter(isAccount).toSorted((one, other) => one.addedAt - other.addedAt)
}

export const keepAccount = async (account: Account): Promise<void> => {
  await within('readwrite', (accounts) => accounts.put(account))
}

export const dropAccount = async (id: string): Promise<void> => {
  await within('readwrite', (accounts) => accounts.delete(id))
}
