import { crc32 } from 'node:zlib'

const signatureAndHeader = 8 + 25
/** 300 dots to the inch, in dots to the metre. */
const dotsPerMetre = 11_811

/** The PNG with its size on paper: a chunk pHYs behind the header (PNG, third edition, 11.3.4.3). */
export const withResolution = (png: Uint8Array): Buffer => {
  const chunk = Buffer.alloc(21)
  chunk.writeUInt32BE(9, 0)
  chunk.write('pHYs', 4, 'latin1')
  chunk.writeUInt32BE(dotsPerMetre, 8)
  chunk.writeUInt32BE(dotsPerMetre, 12)
  chunk.writeUInt8(1, 16)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17)
  return Buffer.concat([
    png.subarray(0, signatureAndHeader),
    chunk,
    png.subarray(signatureAndHeader),
  ])
}
