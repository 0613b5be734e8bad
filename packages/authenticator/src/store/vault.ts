/** What the app knows while it is open, and forgets when it is locked. */
interface Opened {
  readonly secret: CryptoKey
  readonly privateKey: CryptoKey | null
}

let sealingKey: CryptoKey | null = null
const opened = new Map<string, Opened>()

export const vault = {
  /** Null where nothing is encrypted, or the app is locked. */
  key: (): CryptoKey | null => sealingKey,
  open: (key: CryptoKey): void => {
    sealingKey = key
  },
  close: (): void => {
    sealingKey = null
    opened.clear()
  },
  /** The keys of an account, opened once for as long as the app is open. */
  keysOf: async (
    id: string,
    openWith: (key: CryptoKey) => Promise<Opened>,
  ): Promise<Opened | null> => {
    const key = sealingKey
    if (key === null) return null
    const known = opened.get(id) ?? (await openWith(key))
    // The app may have been locked meanwhile.
    if (sealingKey !== key) return null
    opened.set(id, known)
    return known
  },
} as const
