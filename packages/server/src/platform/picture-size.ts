interface PictureSize {
  readonly width: number
  readonly height: number
}

const pngSignature = '89504e470d0a1a0a'
/** A chunk of 13 bytes called IHDR. */
const pngHeader = '0000000d49484452'

/** From the header, which comes first (PNG, third edition, section 11.2.1). */
const pngSize = (bytes: Buffer): PictureSize | null => {
  const isHeaded = bytes.toString('hex', 0, 16) === `${pngSignature}${pngHeader}`
  if (!isHeaded || bytes.length < 24) return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** A frame header (ITU-T T.81, table B.1): all of C0 to CF but tables and arithmetic conditioning. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** What may stand before the frame: tables, restart intervals, comments and applications' own. */
const isBefore = (marker: number): boolean =>
  [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef)

/**
 * Segment by segment up to the frame header. Nothing is skipped that a decoder might read in
 * another way: markers without a length, filling, or bytes between segments.
 */
const jpegSize = (bytes: Buffer): PictureSize | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2)
    if (bytes[at] !== 0xff || length < 2) return null
    if (isFrame(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (!isBefore(marker)) return null
    at += 2 + length
  }
  return null
}

/**
 * How many pixels a PNG or JPEG says it has, read without unpacking it.
 * Null for what is no picture of the type that its data URL names, or has no pixel.
 */
export const pictureSize = (dataUrl: string): PictureSize | null => {
  const [, type, content = ''] = /^data:image\/(png|jpeg);base64,(.*)$/.exec(dataUrl) ?? []
  const bytes = Buffer.from(content, 'base64')
  const size = type === 'png' ? pngSize(bytes) : jpegSize(bytes)
  return size === null || size.width === 0 || size.height === 0 ? null : size
}
