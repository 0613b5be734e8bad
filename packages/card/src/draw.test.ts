import { describe, expect, it } from 'vitest'
import { shaper } from '../testing/fonts.ts'
import { blankDesign, type Design, type Shape } from './document.ts'
import { drawSide } from './draw.ts'
import { sampleNames, sampleValues } from './samples.ts'
import { blankShape } from './shapes/blank.ts'
import { templateIds, templates } from './templates.ts'

const withShape = (...shapes: readonly Shape[]): Design => {
  const blank = blankDesign()
  return { ...blank, front: { ...blank.front, shapes: [...shapes] } }
}

const text = (value: string, change: object = {}): Shape => {
  const shape = blankShape('text', 'a', 'A')
  return shape.kind === 'text' ? { ...shape, value, ...change } : shape
}

const draw = (design: Design, values: Readonly<Record<string, string>> = {}) =>
  drawSide({ design, side: 'front', values, shaper })

describe('a side', () => {
  it.each(templateIds)('of the template %s draws every sample, the same text each time', (id) => {
    const design = templates[id]()
    for (const sample of sampleNames) {
      const wanted = {
        design,
        side: 'front',
        values: sampleValues(design, sample),
        shaper,
      } as const
      const { svg, widthDots, heightDots } = drawSide(wanted)
      expect(drawSide(wanted).svg).toBe(svg)
      expect([widthDots, heightDots].toSorted((a, b) => b - a)).toEqual([1011, 638])
    }
  })

  it('holds no font, no script and no address, whatever is typed', {
    meta: { covers: ['S44'] },
  }, () => {
    const nasty = '"><script>alert(1)</script><image href="file:///etc/passwd"/>'
    const { svg } = draw(withShape(text('{N}')), { N: nasty })
    expect(svg).not.toMatch(/<script|<text|href|passwd/)
    const photo = { ...blankShape('photo', 'p', 'P'), field: 'P' }
    for (const address of [
      'file:///etc/passwd',
      'http://a.test/x.png',
      `data:image/svg+xml,${nasty}`,
    ]) {
      const drawn = draw(withShape(photo), { P: address })
      expect(drawn.svg).not.toContain('<image')
      expect(drawn.problems).toEqual([{ code: 'PICTURE_MISSING', shape: 'p' }])
    }
  })

  it('shrinks a long text to the smallest size allowed, then cuts it and says so', () => {
    const fitting = draw(withShape(text('A name of some length, and more', { widthMm: 40 })))
    expect(fitting.problems).toEqual([])
    const long = draw(withShape(text('M'.repeat(120), { widthMm: 40 })))
    expect(long.problems).toEqual([{ code: 'TEXT_CUT', shape: 'a' }])
    expect(long.svg).toContain('clip-path')
  })

  it('breaks a text into lines where it says so, between words and between East Asian letters', () => {
    const box = { widthMm: 20, heightMm: 20, fit: 'WRAP', vertical: 'TOP' }
    for (const value of [
      'several words that need several lines',
      '山田太郎山田太郎山田太郎山田太郎',
    ]) {
      expect(draw(withShape(text(value, box))).problems).toEqual([])
    }
  })

  it('draws Arabic, Thai and East Asian letters, and names a letter that no font has', () => {
    for (const value of ['محمد', 'สมชาย', '山田김철수', 'Ελλάδα Россия']) {
      expect(draw(withShape(text(value))).problems).toEqual([])
    }
    expect(draw(withShape(text('a𓀀'))).problems).toEqual([
      { code: 'LETTER_MISSING', letters: '𓀀', shape: 'a' },
    ])
  })

  it('leaves out what its condition hides, what is not printed, and the other panel', () => {
    const red = { colour: '#ff0000' }
    const hidden = withShape(text('x', { ...red, when: '{Role} = "Guest"' }))
    expect(draw(hidden).svg).not.toContain('#ff0000')
    expect(draw(hidden, { Role: 'Guest' }).svg).toContain('#ff0000')
    expect(draw(withShape(text('x', { ...red, printed: false }))).svg).not.toContain('#ff0000')
    const wanted = { design: withShape(text('x', red)), side: 'front', values: {}, shaper } as const
    expect(drawSide({ ...wanted, panel: 'BLACK' }).svg).not.toContain('#ff0000')
    expect(drawSide({ ...wanted, panel: 'COLOR' }).svg).toContain('#ff0000')
  })

  it('says how wide a barcode must be whose bars would run together', () => {
    const barcode = { ...blankShape('barcode', 'b', 'B'), value: '{N}', widthMm: 12 }
    const { problems } = draw(withShape(barcode), { N: 'ABCDEFGHIJ' })
    expect(problems).toMatchObject([{ shape: 'b', reason: { code: 'TOO_SMALL', found: 12 } }])
  })
})
