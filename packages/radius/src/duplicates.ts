interface Entry {
  readonly bytes: Buffer
  readonly at: number
  /** Null while it is worked on, and for a request that is not answered. */
  answer: Buffer | null
  isDone: boolean
}

/** What to do with a request. */
type Seen =
  /** Nobody has asked this. */
  | { readonly kind: 'NEW'; readonly done: (answer: Buffer | null) => void }
  /** It is worked on, or was left without an answer. */
  | { readonly kind: 'DROP' }
  | { readonly kind: 'AGAIN'; readonly answer: Buffer }

export interface Duplicates {
  /** @param place the client's address and port, and the kind and identifier of the request */
  see(place: string, bytes: Buffer): Seen
}

/** A client repeats a request for so long (RFC 5080, section 2.2.2). */
const lifeMillis = 30_000
const mostEntries = 100_000

/**
 * Requests that came before: a repeat gets the answer of the first, and none is worked on twice.
 * Another request under the same identifier takes its place (RFC 5080, section 2.2.2).
 */
export const createDuplicates = (now: () => number = Date.now): Duplicates => {
  const entries = new Map<string, Entry>()
  const forget = (): void => {
    for (const [place, { at, isDone }] of entries) {
      const isOver = isDone && now() - at > lifeMillis
      if (!isOver && entries.size <= mostEntries) break
      entries.delete(place)
    }
  }
  return {
    see(place, bytes) {
      const known = entries.get(place)
      if (known !== undefined && known.bytes.equals(bytes)) {
        const isFresh = !known.isDone || now() - known.at <= lifeMillis
        if (isFresh) {
          return known.answer === null ? { kind: 'DROP' } : { kind: 'AGAIN', answer: known.answer }
        }
      }
      forget()
      const entry: Entry = { bytes: Buffer.from(bytes), at: now(), answer: null, isDone: false }
      entries.delete(place)
      entries.set(place, entry)
      return {
        kind: 'NEW',
        done(answer) {
          entry.answer = answer
          entry.isDone = true
          // The service was not there: the repeat is asked anew.
          if (answer === null && entries.get(place) === entry) entries.delete(place)
        },
      }
    },
  }
}
