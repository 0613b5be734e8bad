import { type Decode, decoderOf } from './values.ts'

/** Statements kept prepared on one connection; lists with filters make many texts. */
const mostPrepared = 400

/** Longer texts (rows written out one by one) are rarely sent twice. */
const longestPrepared = 4_000

export interface Column {
  readonly name: string
  readonly decode: Decode
}

export interface Prepared {
  /** Empty for the unnamed statement, which is parsed each time. */
  readonly name: string
  /** Null until the server has described the rows. */
  columns: readonly Column[] | null
}

export const columnsOf = (
  fields: readonly { readonly name: string; readonly dataTypeID: number }[],
): Column[] => fields.map(({ name, dataTypeID }) => ({ name, decode: decoderOf(dataTypeID) }))

/**
 * What one connection has prepared, by statement text, least recently used first. A name is never
 * used twice: names of forgotten statements are closed with the next write, which the server
 * takes even for names it does not know.
 */
export class PreparedStatements {
  readonly #byText = new Map<string, Prepared>()
  #closing: string[] = []
  #count = 0

  /** The statement if it is prepared already. */
  find(text: string): Prepared | undefined {
    const found = this.#byText.get(text)
    if (found !== undefined) {
      this.#byText.delete(text)
      this.#byText.set(text, found)
    }
    return found
  }

  add(text: string): Prepared {
    if (text.length > longestPrepared) return { name: '', columns: null }
    if (this.#byText.size >= mostPrepared) {
      const [oldest] = this.#byText.keys()
      if (oldest !== undefined) this.forget(oldest)
    }
    this.#count += 1
    const prepared: Prepared = { name: `s${this.#count}`, columns: null }
    this.#byText.set(text, prepared)
    return prepared
  }

  forget(text: string): void {
    const found = this.#byText.get(text)
    if (found === undefined) return
    this.#byText.delete(text)
    this.#closing.push(found.name)
  }

  forgetAll(): void {
    for (const text of this.#byText.keys()) this.forget(text)
  }

  /** Names to close before anything else is sent; given once. */
  takeClosing(): readonly string[] {
    if (this.#closing.length === 0) return this.#closing
    const names = this.#closing
    this.#closing = []
    return names
  }

  get size(): number {
    return this.#byText.size
  }
}
