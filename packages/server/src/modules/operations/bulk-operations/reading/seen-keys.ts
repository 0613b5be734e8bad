const firstSize = 4096

/** Two independent 32-bit hashes of a text (FNV-1a and a multiplicative one). */
const hashesOf = (text: string): readonly [number, number] => {
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second + unit, 0x85ebca6b) ^ (second >>> 13)
  }
  // Zero marks an empty place.
  return [first >>> 0 || 1, second >>> 0]
}

/**
 * Gives the memory back at once: the collector, which sees three small objects, lets a hundred
 * megabytes of a large import's former tables stand.
 */
const release = (...tables: readonly Uint32Array<ArrayBuffer>[]): void => {
  for (const { buffer } of tables) buffer.transfer(0)
}

/**
 * On which line a key of the file was first met: 12 bytes a place, and two places a key at least.
 * Keys are compared by 64 bits of hash: among a million, one in 37 million files has a false match.
 */
export class SeenKeys {
  #first = new Uint32Array(firstSize)
  #second = new Uint32Array(firstSize)
  #lines = new Uint32Array(firstSize)
  #count = 0
  #fresh: number[] = []

  /** The line that had the key before; null when this is the first, which is then noted. */
  meet(key: string, line: number): number | null {
    const [first, second] = hashesOf(key)
    const at = this.#placeOf(first, second)
    if (this.#first[at] !== 0) return this.#lines[at] ?? 0
    this.#put(at, { first, second, line })
    this.#fresh.push(first, second, line)
    if (this.#count * 2 > this.#first.length) this.#grow()
    return null
  }

  /** The keys met since the last call, for `add`. */
  takeFresh(): Buffer {
    const packed = Buffer.from(Uint32Array.from(this.#fresh).buffer)
    this.#fresh = []
    return packed
  }

  /** Notes keys that were taken from another one. */
  add(packed: Buffer): void {
    for (let at = 0; at + 12 <= packed.length; at += 12) {
      const [first, second] = [packed.readUInt32LE(at), packed.readUInt32LE(at + 4)]
      const place = this.#placeOf(first, second)
      if (this.#first[place] !== 0) continue
      this.#put(place, { first, second, line: packed.readUInt32LE(at + 8) })
      if (this.#count * 2 > this.#first.length) this.#grow()
    }
  }

  /** Forgets all keys; nothing is asked of it afterwards. */
  close(): void {
    release(this.#first, this.#second, this.#lines)
  }

  #placeOf(first: number, second: number): number {
    const mask = this.#first.length - 1
    let at = (first ^ second) & mask
    while (this.#first[at] !== 0 && (this.#first[at] !== first || this.#second[at] !== second)) {
      at = (at + 1) & mask
    }
    return at
  }

  #put(at: number, { first, second, line }: { first: number; second: number; line: number }) {
    this.#first[at] = first
    this.#second[at] = second
    this.#lines[at] = line
    this.#count += 1
  }

  #grow(): void {
    const [first, second, lines] = [this.#first, this.#second, this.#lines]
    const size = first.length * 2
    this.#first = new Uint32Array(size)
    this.#second = new Uint32Array(size)
    this.#lines = new Uint32Array(size)
    this.#count = 0
    for (const [at, hash] of first.entries()) {
      if (hash === 0) continue
      const rest = second[at] ?? 0
      this.#put(this.#placeOf(hash, rest), { first: hash, second: rest, line: lines[at] ?? 0 })
    }
    release(first, second, lines)
  }
}
