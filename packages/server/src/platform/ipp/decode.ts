import { enumWords, firstOfEnum, statusWords } from './words.ts'

/**
 * Answers of printers, as RFC 8010, section 3, lays them out. A printer may send anything: lengths are
 * unsigned and lie within the answer, every step goes forward, and depth and count are bounded.
 */

type IppValue = string | number | boolean | null
type IppGroup = Readonly<Record<string, IppValue | readonly IppValue[]>>

/** A value alone, or a list of several; null for kinds that nobody reads, and for odd ones. */
interface DecodedAnswer {
  readonly statusCode: string
  readonly 'printer-attributes-tag': IppGroup | undefined
  readonly 'job-attributes-tag': readonly IppGroup[]
}

/** Not an answer in IPP. */
export class IppMalformed extends Error {
  override name = 'IppMalformed'
}

const mostEntries = 50_000
const mostGroups = 2000
const mostDepth = 8

/** RFC 8010, section 3.5.1. */
const delimiters = { job: 0x02, end: 0x03, printer: 0x04, last: 0x0f } as const

/** RFC 8010, section 3.5.2. */
const tags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octets: 0x30,
  begCollection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  memberName: 0x4a,
} as const

/** Text, name, keyword, uri, scheme, charset, language and media type. */
const isText = (tag: number): boolean =>
  tag === tags.octets || (tag >= 0x41 && tag < tags.memberName && tag !== 0x43)

const statusOf = (code: number): string => {
  const known = statusWords.get(code >> 8)
  const word = known?.[1].split(' ')[code & 0xff]
  if (known === undefined || word === undefined || word === '')
    throw new IppMalformed('an unknown status')
  return known[0] + word
}

/** Control characters stand in no name; a database takes no NUL. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replaceAll(/\p{Cc}/gu, ' ')

/** RFC 8010, section 3.9: a language and a text, each with its length. */
const textAfterLanguage = (value: Buffer): string | null => {
  if (value.length < 4) return null
  const start = 2 + value.readUInt16BE(0)
  if (start + 2 > value.length) return null
  const length = value.readUInt16BE(start)
  return start + 2 + length === value.length ? textOf(value.subarray(start + 2)) : null
}

const valueOf = (tag: number, name: string, value: Buffer): IppValue => {
  if (isText(tag)) return textOf(value)
  if (tag === tags.boolean) return value.length === 1 ? value[0] !== 0 : null
  if (tag === tags.textWithLanguage || tag === tags.nameWithLanguage) {
    return textAfterLanguage(value)
  }
  if ((tag !== tags.integer && tag !== tags.enum) || value.length !== 4) return null
  const number = value.readInt32BE(0)
  return tag === tags.enum ? (enumWords.get(name)?.[number - firstOfEnum] ?? number) : number
}

interface Entry {
  readonly tag: number
  readonly name: string
  readonly value: Buffer
}

interface Reader {
  take(length: number): Buffer
  byte(): number
  /** What follows a tag: a name and a value, each with its length. */
  entry(tag: number): Entry
}

const readerOf = (bytes: Buffer): Reader => {
  let [position, entries] = [0, 0]
  const take = (length: number): Buffer => {
    if (length > bytes.length - position) throw new IppMalformed('cut off')
    position += length
    return bytes.subarray(position - length, position)
  }
  const counted = (): Buffer => take(take(2).readUInt16BE(0))
  return {
    take,
    byte: () => take(1).readUInt8(0),
    entry: (tag) => {
      entries += 1
      if (entries > mostEntries) throw new IppMalformed('too many values')
      return { tag, name: textOf(counted()), value: counted() }
    },
  }
}

/** Walks past a collection (RFC 8010, section 3.1.6): nothing that is asked for is one. */
const passCollection = (reader: Reader, depth: number): null => {
  if (depth > mostDepth) throw new IppMalformed('too deep')
  let hasMember = false
  for (;;) {
    const { tag, name } = reader.entry(reader.byte())
    if (tag === tags.endCollection) return null
    hasMember ||= tag === tags.memberName
    if (tag <= delimiters.last || name !== '' || !hasMember) {
      throw new IppMalformed('a collection without its end or members')
    }
    if (tag === tags.begCollection) passCollection(reader, depth + 1)
  }
}

type Attributes = Map<string, IppValue[]>

/** Up to the next delimiter, which it gives back. */
const readGroup = (reader: Reader, group: Attributes): number => {
  let [name, values]: [string, IppValue[]] = ['', []]
  for (;;) {
    const tag = reader.byte()
    if (tag <= delimiters.last) return tag
    const entry = reader.entry(tag)
    if (entry.name !== '') {
      ;[name, values] = [entry.name, []]
      group.set(name, values)
    }
    if (name === '' || tag === tags.endCollection || tag === tags.memberName) {
      throw new IppMalformed('a value of no attribute')
    }
    const isCollection = tag === tags.begCollection
    values.push(isCollection ? passCollection(reader, 1) : valueOf(tag, name, entry.value))
  }
}

const presented = (group: Attributes): IppGroup =>
  Object.fromEntries(
    [...group].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? null)]),
  )

/** Data that follow the attributes are not looked at. @throws IppMalformed */
export const decodeAnswer = (bytes: Buffer): DecodedAnswer => {
  const reader = readerOf(bytes)
  const head = reader.take(8)
  if (head[0] !== 1 && head[0] !== 2) throw new IppMalformed('an unknown version')
  const statusCode = statusOf(head.readUInt16BE(2))
  const groups: { readonly tag: number; readonly attributes: Attributes }[] = []
  for (let tag = reader.byte(); tag !== delimiters.end; ) {
    if (tag === 0 || tag > delimiters.last || groups.length === mostGroups) {
      throw new IppMalformed('a value of no group, or too many groups')
    }
    const attributes: Attributes = new Map()
    groups.push({ tag, attributes })
    tag = readGroup(reader, attributes)
  }
  const ofTag = (wanted: number): readonly IppGroup[] =>
    groups.filter(({ tag }) => tag === wanted).map(({ attributes }) => presented(attributes))
  return {
    statusCode,
    'printer-attributes-tag': ofTag(delimiters.printer)[0],
    'job-attributes-tag': ofTag(delimiters.job),
  }
}
