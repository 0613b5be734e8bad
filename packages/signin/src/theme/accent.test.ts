import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentOf, readableContrast } from './accent.ts'
import { contrastOf, hexOf, readColour } from './colours.ts'
import { wearColours } from './tenant-theme.ts'

const channel = fc.integer({ min: 0, max: 255 })
const pages = { light: [244, 246, 248], dark: [13, 16, 20] } as const
const papers = { light: [255, 255, 255], dark: [22, 26, 32] } as const

describe.each(['light', 'dark'] as const)('the accent in the %s scheme', (scheme) => {
  it('reads on every surface, and what is written on it reads, whatever the tenant wished', () => {
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), (wished) => {
        const { main, soft, on } = accentOf(wished, scheme)
        for (const surface of [pages[scheme], papers[scheme], soft]) {
          expect(contrastOf(main, surface)).toBeGreaterThanOrEqual(readableContrast)
        }
        expect(contrastOf(on, main)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('is the tenant’s own colour where that reads already', () => {
    const wished = scheme === 'light' ? ([20, 80, 160] as const) : ([140, 190, 255] as const)
    expect(accentOf(wished, scheme).main).toEqual(wished)
  })
})

describe('a colour', () => {
  it('is read from its hexadecimal forms', () => {
    expect(readColour('#1d5fd1')).toEqual([29, 95, 209])
    expect(readColour(' #FA0 ')).toEqual([255, 170, 0])
    expect(hexOf([29, 95, 209])).toBe('#1d5fd1')
  })

  it.each(['#12345', '#ggg', '#11223344'])('is not %s', (text) => {
    expect(readColour(text)).toBeNull()
  })

  it('has the contrast that the standard computes (WCAG 2.2: black on white is 21)', () => {
    expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
    expect(contrastOf([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2)
  })

  it('is put on the page as a property, not as a style of the page’s text', () => {
    wearColours({ colours: { primary1: '#ffd600' } })
    const { style } = document.documentElement
    expect(style.getPropertyValue('--brand-light')).toMatch(/^#[\da-f]{6}$/)
    expect(style.getPropertyValue('--brand-dark')).toBe('#ffd600')
  })
})
