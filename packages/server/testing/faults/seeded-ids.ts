import type { Clock } from '../../src/platform/clock.ts'
import type { Ids } from '../../src/platform/ids.ts'
import type { Random } from './random.ts'

/**
 * Ids and random bytes that follow from a seed; UUIDs ascend, as UUIDv7 do. Their last bytes are the
 * number of the run: modules cache some rows by id alone, and a replay must not find them.
 */
export const seededIds = (random: Random, clock: Clock, run: number): Ids => {
  let made = 0
  const bytes = (count: number): Buffer =>
    Buffer.from(Array.from({ length: count }, () => random.below(256)))
  return {
    random: bytes,
    uuid: () => {
      made += 1
      const id = bytes(16)
      id.writeUIntBE(clock.now().getTime(), 0, 6)
      id.writeUInt16BE(0x7000 | (made & 0x0fff), 6)
      id.writeUInt8(0x80 | (id.readUInt8(8) % 0x40), 8)
      id.writeUInt32BE(run, 12)
      const hex = id.toString('hex')
      return [0, 8, 12, 16, 20].map((from, at, all) => hex.slice(from, all[at + 1])).join('-')
    },
  }
}
