import { randomBytes, randomFillSync } from 'node:crypto'

/** Where ids and random bytes come from. */
export interface Ids {
  /** A UUIDv7 (RFC 9562, section 5.7), not a secret; those of a process sort as they were made (section 6.2, method 1). */
  uuid(): string
  /** `count` bytes fit for secrets. */
  random(count: number): Buffer
}

/** The millisecond of the latest id, and how many ids that millisecond had before it. */
let latest = { millis: 0, count: 0 }

/** A clock that is set back by more milliseconds than this is followed. */
const tolerated = 10_000

/** Later than every place before it, even within a millisecond or after the clock was set back a little. */
const nextPlace = (now: number): typeof latest => {
  if (now > latest.millis || now < latest.millis - tolerated) latest = { millis: now, count: 0 }
  else if (latest.count < 0xfff) latest = { ...latest, count: latest.count + 1 }
  else latest = { millis: latest.millis + 1, count: 0 }
  return latest
}

const uuidFrom = ({ millis, count }: typeof latest, random: Buffer): string => {
  random.writeUIntBE(millis, 0, 6)
  random.writeUInt16BE(0x7000 | count, 6)
  random[8] = ((random[8] ?? 0) & 0x3f) | 0x80
  const hex = random.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Asking the system for a few bytes costs as much as for these. */
const pool = Buffer.alloc(4096)
/** What is asked for at once and more is not taken from it. */
const many = 64
let used = pool.length

/** Bytes of the pool that nobody else gets; whoever keeps them copies them. */
const pooledBytes = (count: number): Buffer => {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}

/** A copy, and nothing of it stays behind. */
const fewBytes = (count: number): Buffer => {
  const bytes = pooledBytes(count)
  const copy = Buffer.from(bytes)
  bytes.fill(0)
  return copy
}

export const systemIds: Ids = {
  uuid: () => uuidFrom(nextPlace(Date.now()), pooledBytes(16)),
  random: (count) => (count < many ? fewBytes(count) : randomBytes(count)),
}
