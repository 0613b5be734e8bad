import { describe, expect, it } from 'vitest'
import { countryShapes } from './world-shapes.ts'

const shapeOf = (country: string): string =>
  countryShapes.find((shape) => shape.country === country)?.path ?? ''

/** The longest way between two points of a border that follow each other, from left to right. */
const widestStep = (path: string): number =>
  Math.max(
    ...path.split('M').flatMap((ring) => {
      const across = ring.split('L').map((point) => Number.parseFloat(point))
      return across.slice(1).map((x, at) => Math.abs(x - (across[at] ?? x)))
    }),
  )

describe('the countries of the map', () => {
  it('are known by their letters, those without a number of ISO 3166 too', {
    meta: { covers: ['world map'] },
  }, () => {
    for (const country of ['CH', 'US', 'JP', 'RU', 'FJ', 'XK', 'ZA']) {
      expect(shapeOf(country), country).toMatch(/^M/)
    }
    expect(shapeOf('AQ')).toBe('')
  })

  it('do not run across the map where they cross the 180th meridian', () => {
    for (const { country, path } of countryShapes) {
      expect(widestStep(path), String(country)).toBeLessThan(120)
    }
  })
})
