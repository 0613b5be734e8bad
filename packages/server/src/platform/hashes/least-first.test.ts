import { describe, expect, it } from 'vitest'
import { LeastFirst } from './least-first.ts'

/** Numbers that look random, the same in each run. */
const numbers = (count: number, below: number): readonly number[] => {
  let state = 12_345
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  })
}

const takeAll = <T>(take: () => T | undefined): readonly T[] => {
  const taken: T[] = []
  for (let each = take(); each !== undefined; each = take()) taken.push(each)
  return taken
}

describe('what is kept by weight', () => {
  it.each([0, 1, 2, 3, 10, 1000])('comes out as sorted, equals in their order: %i', (count) => {
    const items = numbers(count, 20).map((weight, turn) => ({ weight, turn }))
    const heap = new LeastFirst<(typeof items)[number]>()
    for (const item of items) heap.add(item)
    const sorted = items.toSorted((one, other) => one.weight - other.weight)
    expect(takeAll(() => heap.takeFirst())).toEqual(sorted)
  })

  it('may be added between', () => {
    const heap = new LeastFirst<{ weight: number; turn: number }>()
    const weights: (number | undefined)[] = []
    for (const [turn, weight] of numbers(200, 50).entries()) {
      heap.add({ weight, turn })
      if (turn % 3 === 2) weights.push(heap.takeFirst()?.weight)
    }
    const left = takeAll(() => heap.takeFirst()).map(({ weight }) => weight)
    expect(left).toEqual(left.toSorted((one, other) => one - other))
    const all = [...weights, ...left].map(Number).toSorted((one, other) => one - other)
    expect(all).toEqual(numbers(200, 50).toSorted((one, other) => one - other))
  })
})
