import { crc32 } from 'node:zlib'
import { pictureSize } from '../../../platform/picture-size.ts'

/** Beyond it a picture of few bytes fills the memory of whoever opens it. */
const mostPixelsASide = 4096

/** Every chunk whole and undamaged (PNG, third edition, section 5), from the header to the end. */
const isWholePng = (bytes: Buffer): boolean => {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return false
    const chunk = bytes.subarray(at + 4, end - 4)
    if (crc32(chunk) !== bytes.readUInt32BE(end - 4)) return false
    if (chunk.toString('latin1', 0, 4) === 'IEND') return end === bytes.length
    at = end
  }
  return false
}

/** The file ends as such a file does. */
const isWholeJpeg = (bytes: Buffer): boolean => bytes.readUInt16BE(bytes.length - 2) === 0xffd9

/**
 * What is wrong with a logo, given as a data URL: its bytes are what its type says, undamaged, and
 * no side is too long. Null for one that is sound.
 */
export const logoFault = (dataUrl: string): string | null => {
  const size = pictureSize(dataUrl)
  const [type, content = ''] = dataUrl.split(',', 2)
  const bytes = Buffer.from(content, 'base64')
  const isWhole = type === 'data:image/png;base64' ? isWholePng : isWholeJpeg
  if (size === null || !isWhole(bytes)) return 'is no picture of its type'
  const isLarge = Math.max(size.width, size.height) > mostPixelsASide
  return isLarge ? `has a side of more than ${mostPixelsASide} pixels` : null
}
