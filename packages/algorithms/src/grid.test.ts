import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  cellName,
  chooseCells,
  gridAlphabet,
  gridAnswer,
  joinCells,
  meantAnswer,
  newCells,
  showCells,
  splitCells,
  watcherChance,
} from './grid.ts'

const shape = { rows: 8, columns: 10, cellLength: 2 }
const fresh: readonly number[] = Array.from({ length: 80 }, () => 0)

describe('the contents of a card', () => {
  it('hold none of the letters that are mistaken for digits', () => {
    const text = joinCells(newCells({ rows: 20, columns: 26, cellLength: 3 }, randomBytes))
    expect(text).toHaveLength(1560)
    expect(text).toMatch(/^[0-9A-Z]+$/)
    expect(text).not.toMatch(/[BGILOSUZ]/)
  })

  it('hold every character alike often', () => {
    const text = joinCells(newCells({ rows: 100, columns: 280, cellLength: 1 }, randomBytes))
    const counts = [...gridAlphabet].map((sign) => text.split(sign).length - 1)
    // 1,000 of each are expected; six standard deviations are some 190.
    expect(Math.min(...counts)).toBeGreaterThan(810)
    expect(Math.max(...counts)).toBeLessThan(1190)
  })

  it('skip bytes that would favour the first characters', () => {
    const bytes = [
      [252, 253, 254, 255, 0, 27],
      [1, 1, 1, 1, 1, 1],
    ]
    const random = () => Uint8Array.from(bytes.shift() ?? [])
    expect(newCells({ rows: 1, columns: 3, cellLength: 2 }, random)).toEqual(['0Y', '11', '11'])
  })

  it('come back from their text', () => {
    const cells = newCells(shape, randomBytes)
    expect(splitCells(joinCells(cells), 2)).toEqual(cells)
  })
})

describe('a cell', () => {
  it.each([
    [0, 'A1'],
    [9, 'J1'],
    [10, 'A2'],
    [79, 'J8'],
  ])('%i of a card with ten columns is %s', (cell, name) => {
    expect(cellName(cell, shape)).toBe(name)
  })
})

describe('an answer', () => {
  it('is the contents of the asked cells in their order', () => {
    expect(gridAnswer(['A1', 'C2', 'D3'], [0, 2])).toBe('A1D3')
  })

  it('is understood in small letters, with gaps and with mistaken letters', () => {
    expect(meantAnswer(' a0-oL, sz bg Iu')).toBe('A00152861V')
  })
})

/** The tenth of a card that was shown in each of these uses. */
const shownOneByOne = (uses: number) =>
  Array.from({ length: uses }, (_, at) => at).reduce(
    (shown, at) => showCells(shown, [at * 3, at * 3 + 1, at * 3 + 2], at + 1),
    fresh,
  )

describe('a challenge', () => {
  it('names different cells in the order of the card', () => {
    for (let tries = 0; tries < 200; tries += 1) {
      const cells = chooseCells(fresh, 4, randomBytes)
      expect(new Set(cells).size).toBe(4)
      expect(cells).toEqual(cells.toSorted((one, other) => one - other))
    }
  })

  it('names no cell of the quarter of the card that was shown last', () => {
    const shown = shownOneByOne(12)
    const last = new Set(shown.flatMap((use, cell) => (use > 6 ? [cell] : [])))
    for (let tries = 0; tries < 500; tries += 1) {
      expect(chooseCells(shown, 3, randomBytes).filter((cell) => last.has(cell))).toEqual([])
    }
  })

  it('comes to every cell that may be asked', () => {
    const asked = new Set(
      Array.from({ length: 400 }, () => chooseCells(fresh, 3, randomBytes)).flat(),
    )
    expect(asked.size).toBe(80)
  })
})

describe('somebody who watched every answer', () => {
  const chance = (uses: number) =>
    watcherChance({ shown: shownOneByOne(uses), asked: 3, cellLength: 2, guesses: 3 })

  it('has nothing but guesses at the beginning', () => {
    expect(chance(0)).toBeCloseTo(3 / 28 ** 6, 12)
    // The cells they know are not asked again at once.
    expect(chance(6)).toBeLessThan(1e-6)
  })

  it('knows more with every use', () => {
    const chances = [8, 12, 16, 20, 24, 26].map(chance)
    expect(chances).toEqual(chances.toSorted((one, other) => one - other))
    expect(chances[0]).toBeLessThan(0.01)
    expect(chances.at(-1)).toBeGreaterThan(0.9)
  })

  it('knows the answer when every cell was shown', () => {
    const shown = fresh.map((_, cell) => cell + 1)
    expect(watcherChance({ shown, asked: 3, cellLength: 2, guesses: 3 })).toBe(1)
  })
})
