import { isUtf8 } from 'node:buffer'
import { mostRowText, type RowFaultCode } from '../tables/file-rows.ts'
import { brokenRecord, type FoundRecord, type RecordReader } from './found-record.ts'

/* LDIF (RFC 2849). */

/** Object classes of entries that are containers of others: they are no records. */
const containers: ReadonlySet<string> = new Set([
  'organization',
  'organizationalunit',
  'organizationalrole',
  'dcobject',
  'domain',
  'domaindns',
  'builtindomain',
  'container',
  'locality',
  'country',
])

const alwaysThere: ReadonlySet<string> = new Set([
  'top',
  'extensibleobject',
  'simplesecurityobject',
])

const isContainer = (classes: readonly string[]): boolean => {
  const telling = classes
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !alwaysThere.has(name))
  return telling.length > 0 && telling.every((name) => containers.has(name))
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Null for bytes that are no text, such as a picture; undefined for what is no Base64. */
const textOfBase64 = (value: string): string | null | undefined => {
  if (value.length % 4 !== 0 || !base64.test(value)) return undefined
  const bytes = Buffer.from(value, 'base64')
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : null
}

/** `de-AT, en;q=0.5` (RFC 2798, section 2.7): the language that is named first. */
const firstLanguage = (text: string): string => /^[^,;]*/.exec(text)?.[0].trim() ?? ''

/** What a name begins, up to its options: `cn;lang-de`. */
const attributeName = /^[A-Za-z][\w.-]*(?:;[\w-]+)*$/

interface Fault {
  readonly code: RowFaultCode
  readonly at?: string
}

/** One entry as its lines come. */
class Entry {
  readonly line: number
  readonly #values = new Map<string, string[]>()
  #classes: readonly string[] = []
  #fault: Fault | null = null
  #length = 0

  constructor(line: number) {
    this.line = line
  }

  fail(fault: Fault): void {
    this.#fault ??= fault
  }

  /** A line of the entry, its continuations joined. */
  add(line: string, spell: (name: string) => string): void {
    this.#length += line.length
    if (this.#length > mostRowText) this.fail({ code: 'ROW_TOO_LONG' })
    if (this.#fault !== null) return
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon))
    if (!attributeName.test(name)) return this.fail({ code: 'RECORD_BROKEN' })
    this.#addValue(spell(name), line.slice(colon + 1))
  }

  #addValue(name: string, rest: string): void {
    const at = { at: name }
    if (rest.startsWith('<')) return this.fail({ code: 'RECORD_ELSEWHERE', ...at })
    const isEncoded = rest.startsWith(':')
    const raw = rest.slice(isEncoded ? 1 : 0).replace(/^ +/, '')
    const value = isEncoded ? textOfBase64(raw.trimEnd()) : raw
    if (value === undefined) return this.fail({ code: 'RECORD_BASE64', ...at })
    if (value === null) return
    this.#take(name, value)
  }

  #take(name: string, value: string): void {
    const folded = name.toLowerCase()
    if (folded === 'changetype') {
      if (value.trim().toLowerCase() !== 'add') this.fail({ code: 'RECORD_CHANGE', at: name })
      return
    }
    // A server that meets a control may refuse the change; what it adds is the same.
    if (folded === 'control') return
    if (folded === 'objectclass') this.#classes = [...this.#classes, value]
    const text = folded === 'preferredlanguage' ? firstLanguage(value) : value
    const former = this.#values.get(name)
    if (former === undefined) this.#values.set(name, [text])
    else former.push(text)
  }

  /** Null for what is no record: a version alone, or a container. */
  end(): FoundRecord | null {
    const { line } = this
    if (this.#fault !== null) return brokenRecord(line, this.#fault.code, this.#fault.at)
    if (this.#values.size === 0 || isContainer(this.#classes)) return null
    return { line, values: this.#values, fault: null }
  }
}

/** Reads entries of LDIF; of changes, those that add. */
export class LdifRecords implements RecordReader {
  /** How a name was spelled first: case means nothing in it. */
  readonly #names = new Map<string, string>()
  #entry: Entry | null = null
  #pieces: string[] = []
  #length = 0
  #logical: string[] = []
  #logicalLength = 0
  #line = 0

  readonly #spell = (name: string): string => {
    const folded = name.toLowerCase()
    const known = this.#names.get(folded)
    if (known !== undefined) return known
    this.#names.set(folded, name)
    return name
  }

  read(text: string): FoundRecord[] {
    const found: FoundRecord[] = []
    let at = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      this.#keep(text.slice(at, end))
      this.#endLine(found)
      at = end + 1
    }
    this.#keep(text.slice(at))
    return found
  }

  end(): FoundRecord[] {
    const found: FoundRecord[] = []
    this.#endLine(found)
    this.#endEntry(found)
    return found
  }

  /** A line beyond the longest row is not kept. */
  #keep(piece: string): void {
    if (piece === '') return
    this.#length += piece.length
    if (this.#length <= mostRowText) this.#pieces.push(piece)
  }

  #endLine(found: FoundRecord[]): void {
    const isLong = this.#length > mostRowText
    const isComment = this.#pieces[0]?.startsWith('#') === true
    const joined = isLong ? '' : this.#pieces.join('')
    const line = joined.endsWith('\r') ? joined.slice(0, -1) : joined
    this.#pieces = []
    this.#length = 0
    this.#line += 1
    if (isLong) {
      this.#endLogical()
      if (isComment) this.#begin('#')
      else this.#begun().fail({ code: 'ROW_TOO_LONG' })
    } else if (line === '') this.#endEntry(found)
    else if (line.startsWith(' ')) this.#continue(line.slice(1))
    else {
      this.#endLogical()
      this.#begin(line)
    }
  }

  #begun(): Entry {
    this.#entry ??= new Entry(this.#line)
    return this.#entry
  }

  #begin(line: string): void {
    const isVersion = this.#entry === null && /^version:/i.test(line)
    const isComment = isVersion || line.startsWith('#')
    if (!isComment) this.#begun()
    this.#logical = [isComment ? '#' : line]
    this.#logicalLength = line.length
  }

  #continue(piece: string): void {
    this.#logicalLength += piece.length
    if (this.#logicalLength <= mostRowText) this.#logical.push(piece)
    else this.#entry?.fail({ code: 'ROW_TOO_LONG' })
  }

  /** A comment goes on in its continuations too. */
  #endLogical(): void {
    const line = this.#logical.join('')
    this.#logical = []
    this.#logicalLength = 0
    if (line !== '' && !line.startsWith('#')) this.#entry?.add(line, this.#spell)
  }

  #endEntry(found: FoundRecord[]): void {
    this.#endLogical()
    const record = this.#entry?.end() ?? null
    this.#entry = null
    if (record !== null) found.push(record)
  }
}
