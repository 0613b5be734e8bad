import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { SealingKey } from '../../secrets/envelope.ts'

/** What a file is proven by: SHA-256 finds damage, the HMAC a change without the master key. */
export interface Proof {
  readonly sha256: string
  readonly hmac: string
}

const keyOf = ({ bytes }: SealingKey): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, '', 'signet backup', 32))

/** Takes all bytes of a file but its last line. Without a key the HMAC is empty. */
export const backupSeal = (master: SealingKey | null) => {
  const hash = createHash('sha256')
  const hmac = master === null ? null : createHmac('sha256', keyOf(master))
  return {
    update: (bytes: string | Buffer): void => {
      hash.update(bytes)
      hmac?.update(bytes)
    },
    proof: (): Proof => ({ sha256: hash.digest('hex'), hmac: hmac?.digest('hex') ?? '' }),
  }
}

export const isSameProof = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
