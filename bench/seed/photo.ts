import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { keptPicture } from '@signet/server/modules/issuance/enrollments/pictures'

const width = 750
const height = 1000
/** Of one colour each: finer noise is more than photos are. */
const grain = 10

/** PNG (ISO/IEC 15948), section 5.3: length, type, data, CRC. */
const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length, 0)
  numbers.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)])
}

const row = (): Buffer =>
  Buffer.concat([
    Buffer.alloc(1),
    ...Array.from({ length: width / grain }, () => Buffer.alloc(3 * grain, randomBytes(3))),
  ])

const noise = (): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of red, green and blue.
  head.set([8, 2], 8)
  const rows = Array.from({ length: height / grain }, row)
  const pixels = Buffer.concat(rows.flatMap((each) => Array.from({ length: grain }, () => each)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG as records keep the photos of their people. */
export const photo = async (): Promise<Buffer> => {
  const rule = { type: 'PHOTO', ratio: width / height, longestSidePx: height } as const
  const url = `data:image/png;base64,${noise().toString('base64')}`
  return (await keptPicture({ tenant: { id: 'bench' } }, rule, url)).content
}
