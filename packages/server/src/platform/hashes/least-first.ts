/** What is waiting: less comes first, and of equals what came earlier. */
interface Ranked {
  readonly weight: number
  readonly turn: number
}

const isBefore = (one: Ranked, other: Ranked): boolean =>
  one.weight < other.weight || (one.weight === other.weight && one.turn < other.turn)

/** A binary heap: adding one and taking the first cost the logarithm of how many there are. */
export class LeastFirst<T extends Ranked> {
  readonly #items: T[] = []

  #rise(from: number, item: T): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = this.#items[parent]
      if (above === undefined || !isBefore(item, above)) break
      this.#items[at] = above
      at = parent
    }
    this.#items[at] = item
  }

  #lesserBelow(at: number): number {
    const [left, right] = [this.#items[2 * at + 1], this.#items[2 * at + 2]]
    return left !== undefined && right !== undefined && isBefore(right, left)
      ? 2 * at + 2
      : 2 * at + 1
  }

  #sink(item: T): void {
    let at = 0
    for (;;) {
      const below = this.#lesserBelow(at)
      const least = this.#items[below]
      if (least === undefined || !isBefore(least, item)) break
      this.#items[at] = least
      at = below
    }
    this.#items[at] = item
  }

  add(item: T): void {
    this.#rise(this.#items.length, item)
  }

  takeFirst(): T | undefined {
    const [first] = this.#items
    const last = this.#items.pop()
    if (last !== undefined && this.#items.length > 0) this.#sink(last)
    return first
  }
}
