import { crc32 } from 'node:zlib'

/** Beyond it a picture of few bytes fills the memory of whoever opens it. */
const mostPixelsASide = 4096
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Size {
  readonly width: number
  readonly height: number
}

/** Every chunk whole and undamaged (PNG, third edition, section 5), from the header to the end. */
const pngSize = (bytes: Buffer): Size | null => {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return null
  let size: Size | null = null
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return null
    const chunk = bytes.subarray(at + 4, end - 4)
    if (crc32(chunk) !== bytes.readUInt32BE(end - 4)) return null
    const type = chunk.toString('latin1', 0, 4)
    if (at === 8) {
      if (type !== 'IHDR' || length !== 13) return null
      size = { width: chunk.readUInt32BE(4), height: chunk.readUInt32BE(8) }
    }
    if (type === 'IEND') return end === bytes.length ? size : null
    at = end
  }
  return null
}

/** A frame header (ITU-T T.81, table B.1): all of C0 to CF but tables and arithmetic conditioning. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Segment by segment up to the frame header; the file ends as such a file does. */
const jpegSize = (bytes: Buffer): Size | null => {
  const isWhole = bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8
  if (!isWhole || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (isFrame(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/**
 * What is wrong with a logo, given as a data URL: its bytes are what its type says, undamaged, and
 * no side is too long. Null for one that is sound.
 */
export const logoFault = (dataUrl: string): string | null => {
  const [type, content = ''] = dataUrl.split(',', 2)
  const bytes = Buffer.from(content, 'base64')
  const size = type === 'data:image/png;base64' ? pngSize(bytes) : jpegSize(bytes)
  if (size === null || size.width === 0 || size.height === 0) return 'is no picture of its type'
  const isLarge = Math.max(size.width, size.height) > mostPixelsASide
  return isLarge ? `has a side of more than ${mostPixelsASide} pixels` : null
}
