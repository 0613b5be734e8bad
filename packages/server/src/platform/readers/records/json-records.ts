import { FileFault } from '../tables/file-fault.ts'
import { mostRowText } from '../tables/file-rows.ts'
import { flattened } from './flattened.ts'
import { brokenRecord, type FoundRecord, type RecordReader } from './found-record.ts'
import { asPerson } from './known-exports.ts'

/** Containers within a record that are one in another at most. */
const mostLevels = 32

/** Lists in an object around the records: of a Keycloak realm, of SCIM, of Microsoft Graph. */
const listNames: ReadonlySet<string> = new Set(['users', 'Resources', 'value'])
const longestName = 20

/** An object that may be a record, as its text comes. */
class Capture {
  /** Of what stands in it. */
  readonly depth: number
  /** Where it begins. */
  readonly line: number
  #pieces: string[] = []
  #length = 0
  #deepest = 0

  constructor(depth: number, line: number) {
    this.depth = depth
    this.line = line
  }

  keep(piece: string): void {
    this.#length += piece.length
    if (this.#length <= mostRowText) this.#pieces.push(piece)
    else this.#pieces = []
  }

  reach(depth: number): void {
    this.#deepest = Math.max(this.#deepest, depth - this.depth)
  }

  /** @param number of the record in its file */
  record(number: number): FoundRecord {
    if (this.#length > mostRowText) return brokenRecord(number, 'ROW_TOO_LONG')
    if (this.#deepest > mostLevels) return brokenRecord(number, 'RECORD_TOO_DEEP')
    let read: object
    try {
      read = JSON.parse(this.#pieces.join(''))
    } catch {
      return brokenRecord(number, 'RECORD_BROKEN')
    }
    return { line: number, values: flattened(asPerson(read)), fault: null }
  }
}

/** Where the string that goes on there ends; behind the text where it does not. */
const stringEnd = (text: string, from: number): number => {
  let at = from
  for (; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') break
    if (sign === '\\') at += 1
  }
  return at
}

/**
 * Objects of JSON as records: one after another, in an array, or in a list of an object around them.
 * Only the borders of records are looked for; each is then parsed by itself.
 */
export class JsonRecords implements RecordReader {
  #text = ''
  /** Up to there the text is kept in the capture. */
  #from = 0
  #depth = 0
  #isString = false
  /** The text ended behind a backslash. */
  #isEscaped = false
  /** Inside the objects that are records, or have the list of them: 1, or 2 in an array. */
  #rootDepth = 1
  /** Inside the list of records; null outside one. */
  #listDepth: number | null = null
  /** The object around is no record itself. */
  #hasList = false
  #capture: Capture | null = null
  #lastString = ''
  #records = 0
  #line = 1
  #found: FoundRecord[] = []

  read(text: string): FoundRecord[] {
    this.#text = text
    this.#from = 0
    this.#found = []
    for (let at = 0; at < text.length; ) at = this.#isString ? this.#inString(at) : this.#sign(at)
    this.#capture?.keep(text.slice(this.#from))
    return this.#found
  }

  end(): FoundRecord[] {
    if (this.#depth > 0 || this.#isString) throw this.#fault()
    return []
  }

  #fault(): FileFault {
    return new FileFault('JSON', this.#capture?.line ?? this.#line)
  }

  #inString(from: number): number {
    const start = this.#isEscaped ? from + 1 : from
    const end = stringEnd(this.#text, start)
    if (this.#depth === this.#rootDepth && this.#lastString.length <= longestName) {
      this.#lastString += this.#text.slice(from, Math.min(end, from + longestName + 1))
    }
    this.#isString = end >= this.#text.length
    this.#isEscaped = end > this.#text.length
    return end + 1
  }

  #sign(at: number): number {
    const sign = this.#text[at]
    switch (sign) {
      case '"':
        this.#expectWithin()
        this.#isString = true
        this.#lastString = ''
        break
      case '{':
      case '[':
        this.#open(sign, at)
        break
      case '}':
      case ']':
        this.#close(at)
        break
      case '\n':
        this.#line += 1
        break
      case ',':
      case ' ':
      case '\t':
      case '\r':
        break
      default:
        this.#expectWithin()
    }
    return at + 1
  }

  /** Between records stands nothing else. */
  #expectWithin(): void {
    if (this.#capture === null && !this.#hasList) throw this.#fault()
  }

  #open(sign: '{' | '[', at: number): void {
    if (this.#depth === 0) this.#rootDepth = sign === '[' ? 2 : 1
    const isRoot = this.#depth === this.#rootDepth - 1
    if (isRoot && sign === '[') throw this.#fault()
    if (this.#depth === this.#rootDepth && sign === '[' && listNames.has(this.#lastString)) {
      this.#listDepth = this.#depth + 1
    }
    const isInList = this.#listDepth === this.#depth
    this.#depth += 1
    if (sign === '{' && isInList) this.#hasList = true
    if (sign === '{' && (isRoot || isInList)) {
      this.#capture = new Capture(this.#depth, this.#line)
      this.#from = at
    }
    this.#capture?.reach(this.#depth)
  }

  #close(at: number): void {
    if (this.#depth === 0) throw this.#fault()
    this.#depth -= 1
    if (this.#capture !== null && this.#depth < this.#capture.depth) this.#endCapture(at)
    if (this.#listDepth !== null && this.#depth < this.#listDepth) this.#listDepth = null
    if (this.#depth < this.#rootDepth) this.#hasList = false
  }

  #endCapture(at: number): void {
    const capture = this.#capture
    this.#capture = null
    if (capture === null) return
    capture.keep(this.#text.slice(this.#from, at + 1))
    this.#records += 1
    this.#found.push(capture.record(this.#records))
  }
}
