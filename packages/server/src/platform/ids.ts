import { randomBytes, randomFillSync } from 'node:crypto'

/** Where ids and random bytes come from. */
export interface Ids {
  /** A UUIDv7 (RFC 9562, section 5.7): sortable by time, not a secret. */
  uuid(): string
  /** `count` bytes fit for secrets. */
  random(count: number): Buffer
}

const uuidFrom = (millis: number, random: Buffer): string => {
  random.writeUIntBE(millis, 0, 6)
  random[6] = ((random[6] ?? 0) & 0x0f) | 0x70
  random[8] = ((random[8] ?? 0) & 0x3f) | 0x80
  const hex = random.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Filled for 256 ids at a time: asking the system for 16 bytes costs as much. */
const pool = Buffer.alloc(4096)
let used = pool.length

const pooledBytes = (): Buffer => {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.subarray(used - 16, used)
}

export const systemIds: Ids = {
  uuid: () => uuidFrom(Date.now(), pooledBytes()),
  random: (count) => randomBytes(count),
}
