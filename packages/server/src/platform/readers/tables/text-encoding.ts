import { isAscii, isUtf8 } from 'node:buffer'
import { type BulkEncoding, bulkEncodings } from '@signet/rules/bulk'
import type { StoredFile } from './file-rows.ts'

/** UTF-16 without a byte order mark has every other byte zero in western text. */
const byZeros = (beginning: Buffer): BulkEncoding => {
  const zeros = [0, 0]
  const looked = beginning.subarray(0, 1000)
  for (const [at, byte] of looked.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  const many = looked.length / 4
  if (odd > many && even === 0) return 'utf-16le'
  if (even > many && odd === 0) return 'utf-16be'
  return 'utf-8'
}

const byMark = (beginning: Buffer): BulkEncoding | null => {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le'
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be'
  return beginning[0] === 0xef && beginning[1] === 0xbb && beginning[2] === 0xbf ? 'utf-8' : null
}

/** The encoding by the byte order mark, else by the look of the first bytes. */
export const encodingOf = (beginning: Buffer): BulkEncoding =>
  byMark(beginning) ?? byZeros(beginning)

export const isEncoding = (name: string | null): name is BulkEncoding =>
  bulkEncodings.some((each) => each === name)

/** Bytes of the character that begins with this one in UTF-8; 0 for one that begins none. */
const lengthBy = (lead: number): number => {
  if (lead < 0xc2 || lead > 0xf4) return 0
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
}

/** A lead byte at the end whose character goes on in the next part. */
const unfinishedUtf8 = (part: Buffer): Buffer => {
  for (let count = 1; count <= 3; count += 1) {
    const lead = part.at(-count) ?? 0
    if (lead < 0x80) break
    if (lead >= 0xc0) return part.subarray(count < lengthBy(lead) ? -count : part.length)
  }
  return part.subarray(part.length)
}

/** Windows-1252 knows no meaning for these (Encoding Standard, index windows-1252). */
const unassigned: ReadonlySet<number> = new Set([0, 0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Whether bytes that are not UTF-8 are more likely Windows-1252 than UTF-8 with a broken place. */
const looksLike1252 = (bytes: Buffer): boolean => {
  let characters = 0
  let strays = 0
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    if (unassigned.has(byte)) return false
    const length = byte < 0x80 ? 1 : lengthBy(byte)
    let next = at + 1
    while (next < at + length && ((bytes[next] ?? 0) & 0xc0) === 0x80) next += 1
    const isWhole = length > 0 && next === at + length
    if (byte >= 0x80) {
      if (isWhole) characters += 1
      else strays += 1
    }
    at = isWhole ? next : at + 1
  }
  return strays > characters
}

/** Parts that are looked through for a byte that is not ASCII: 64 MiB. */
const mostParts = 128

/**
 * The encoding of a file by its byte order mark and zeros, else UTF-8 where the first bytes beyond
 * ASCII are, else Windows-1252.
 */
export const guessedEncoding = async (file: StoredFile): Promise<BulkEncoding> => {
  const beginning = await file.readPart(0)
  const known = byMark(beginning)
  if (known !== null) return known
  const zeros = byZeros(beginning)
  if (zeros !== 'utf-8') return zeros
  let cut: Buffer = Buffer.alloc(0)
  for (let number = 0; number < Math.min(file.partCount, mostParts); number += 1) {
    const part = Buffer.concat([cut, await file.readPart(number)])
    const isLast = number === file.partCount - 1
    cut = isLast ? part.subarray(part.length) : unfinishedUtf8(part)
    const whole = part.subarray(0, part.length - cut.length)
    // A lead byte at the end says nothing before what follows it.
    if (isAscii(whole)) continue
    return !isUtf8(whole) && looksLike1252(whole) ? 'windows-1252' : 'utf-8'
  }
  return 'utf-8'
}

/** Half-width katakana and ASCII take one byte of Shift_JIS, everything else two. */
const bytesOfShiftJis = (text: string): number => {
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    bytes += unit <= 0x80 || (unit >= 0xff61 && unit <= 0xff9f) ? 1 : 2
  }
  return bytes
}

/** Bytes that a text takes in a file. */
export const bytesIn = (text: string, encoding: BulkEncoding): number => {
  if (encoding === 'utf-8') return Buffer.byteLength(text)
  if (encoding === 'shift_jis') return bytesOfShiftJis(text)
  return encoding.startsWith('utf-16') ? text.length * 2 : text.length
}

/** Bytes of the byte order mark at the beginning. */
export const markBytesOf = (beginning: Buffer, encoding: BulkEncoding): number =>
  byMark(beginning) !== encoding ? 0 : encoding === 'utf-8' ? 3 : 2

const unfinishedUtf16 = (part: Buffer, encoding: BulkEncoding): Buffer => {
  const unit = part.subarray(-2)
  const isHigh = unit.length === 2 && ((unit[encoding === 'utf-16be' ? 0 : 1] ?? 0) & 0xfc) === 0xd8
  return isHigh ? unit : part.subarray(part.length)
}

const isShiftJisLead = (byte: number): boolean =>
  (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)

/** What may be a second byte may be a first one too: the run of them tells. */
const unfinishedShiftJis = (part: Buffer): Buffer => {
  let from = part.length
  while (from > 0 && isShiftJisLead(part[from - 1] ?? 0)) from -= 1
  return part.subarray((part.length - from) % 2 === 1 ? -1 : part.length)
}

/** Bytes at the end of a part of a character that goes on in the next one. */
export const unfinished = (part: Buffer, encoding: BulkEncoding): Buffer => {
  if (encoding === 'utf-8') return unfinishedUtf8(part)
  if (encoding === 'shift_jis') return unfinishedShiftJis(part)
  return encoding.startsWith('utf-16')
    ? unfinishedUtf16(part, encoding)
    : part.subarray(part.length)
}
