import { describe, expect, it } from 'vitest'
import { contrast, parseColour, type Rgb } from './colour.ts'
import { type Hue, paletteOf, type Scheme, type SchemeColours } from './palette.ts'

const rgb = (text: string): Rgb => {
  const colour = parseColour(text)
  if (colour === null) throw new Error(`${text} is no colour`)
  return colour
}
const between = (one: string, other: string): number => contrast(rgb(one), rgb(other))

const tenants = ['green', '#ffd600', '#6a1b9a', '#c62828', '#00bcd4']
const schemes: readonly Scheme[] = ['light', 'dark']
const cases = tenants.flatMap((tenant) => schemes.map((scheme) => [tenant, scheme] as const))

const surfaces = ({ page, paper, panel, sunken }: SchemeColours): string[] => [
  page,
  paper,
  panel,
  sunken,
]
const hues = (palette: SchemeColours): readonly Hue[] => [
  palette.brand,
  palette.accent,
  palette.success,
  palette.warning,
  palette.error,
  palette.info,
  palette.neutral,
]

describe.each(cases)('with the tenant colour %s in the %s scheme', (tenant, scheme) => {
  const palette = paletteOf(scheme, { brand: tenant, accent: tenant })

  it('text reads on every surface', () => {
    for (const surface of surfaces(palette)) {
      expect(between(palette.text, surface)).toBeGreaterThanOrEqual(7)
      expect(between(palette.textSecondary, surface)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('coloured text reads on every surface and on its own tint', () => {
    for (const hue of hues(palette)) {
      for (const surface of [...surfaces(palette), hue.soft]) {
        expect(between(hue.main, surface)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('text on a filled button reads, under a pointer too', () => {
    for (const hue of hues(palette)) {
      expect(between(hue.onMain, hue.main)).toBeGreaterThanOrEqual(4.5)
      expect(between(hue.onMain, hue.hovered)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('borders of controls can be seen', () => {
    for (const surface of surfaces(palette)) {
      expect(between(palette.controlLine, surface)).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('a tenant colour', () => {
  it('stays as it is where it already reads', () => {
    expect(paletteOf('light', { brand: '#6a1b9a' }).brand.main).toBe('#6a1b9a')
  })

  it('falls back to green when it cannot be read', {
    meta: { covers: ['constant:theme.default-colour'] },
  }, () => {
    expect(paletteOf('light', { brand: 'url(x)' }).brand).toEqual(
      paletteOf('light', { brand: '' }).brand,
    )
  })
})
