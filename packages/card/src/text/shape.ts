import bidiFactory from 'bidi-js'
import { Direction, Face, Font, Blob as FontBytes, Buffer as Letters, shape } from 'harfbuzzjs'
import { shippedFontOf } from './fonts.ts'

/** One step of an outline, in fractions of the font’s size; `y` grows downward. */
interface Step {
  readonly command: string
  readonly points: readonly number[]
}

/** A line of text as outlines, in fractions of its size, from the left end of its base line. */
export interface Outline {
  readonly width: number
  readonly glyphs: readonly {
    readonly x: number
    readonly y: number
    readonly steps: readonly Step[]
  }[]
  /** Letters that no font has; a question mark stands for each. */
  readonly missing: readonly string[]
}

interface Letterform {
  /** `sans`, or a font of the design. */
  readonly font: string
  readonly bold: boolean
}

export interface Shaper {
  outline(text: string, form: Letterform): Outline
  /** From the base line to the top, and to the bottom, in fractions of the size. */
  heights(form: Letterform): { readonly above: number; readonly below: number }
}

interface Opened {
  readonly font: Font
  readonly upem: number
  readonly steps: Map<number, readonly Step[]>
}

interface Run {
  text: string
  readonly font: string
  readonly level: number
}

/** The fonts of a drawing: shipped ones by their short names, the design’s by the ids of its assets. */
export type FontFiles = ReadonlyMap<string, Uint8Array>

interface Bidi {
  getEmbeddingLevels(text: string): { readonly levels: Uint8Array }
}

/** Its types take it for another kind of module than Node does. */
const openBidi = (factory: unknown): Bidi => {
  if (typeof factory !== 'function') throw new Error('bidi-js is no function')
  return factory()
}

const bidi = openBidi(bidiFactory)
const unknown = '?'

const open = (bytes: Uint8Array): Opened => {
  const face = new Face(new FontBytes(bytes))
  return { font: new Font(face), upem: face.upem, steps: new Map() }
}

const stepsOf = (opened: Opened, glyph: number): readonly Step[] => {
  const known = opened.steps.get(glyph)
  if (known !== undefined) return known
  const steps = opened.font.glyphToJson(glyph).map(({ type, values }) => ({
    command: type,
    points: values.map((value, at) => (at % 2 === 0 ? value : -value) / opened.upem),
  }))
  opened.steps.set(glyph, steps)
  return steps
}

/** Runs from left to right (UAX 9, rule L2): what stands right to left is turned, from inside out. */
const inVisualOrder = (runs: readonly Run[]): readonly Run[] => {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to += 1
      if (to > from + 1) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = Math.max(from, to)
    }
  }
  return ordered
}

/** No control or format characters but the joiners that scripts need. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]+/gu, (marks) => marks.replace(/[^\u200c\u200d]+/g, ' '))

const isJoined = (letter: string): boolean => /[\p{M}\p{Zs}\u200c\u200d]/u.test(letter)

const faceName = ({ font, bold }: Letterform): string =>
  font === 'sans' ? (bold ? 'bold' : 'regular') : font

interface Fonts {
  of(name: string): Opened | null
  has(name: string, letter: string): boolean
}

const openFonts = (files: FontFiles): Fonts => {
  const fonts = new Map<string, Opened>()
  const of = (name: string): Opened | null => {
    const known = fonts.get(name)
    if (known !== undefined) return known
    const bytes = files.get(name)
    if (bytes === undefined) return null
    const opened = open(bytes)
    fonts.set(name, opened)
    return opened
  }
  const has = (name: string, letter: string): boolean =>
    (of(name)?.font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0) !== 0
  return { of, has }
}

interface Place {
  readonly fonts: Fonts
  readonly form: Letterform
}

/** Marks and spaces stay in the font before them, where it has them. */
const fontFor = ({ fonts, form }: Place, letter: string, before?: string): string | null => {
  const own = faceName(form)
  const shipped = shippedFontOf(letter, form.bold)
  const order = isJoined(letter) && before !== undefined ? [before, own, shipped] : [own, shipped]
  return order.find((name) => fonts.has(name, letter)) ?? null
}

const runsOf = (place: Place, text: string): { runs: readonly Run[]; missing: string[] } => {
  const { levels } = bidi.getEmbeddingLevels(text)
  const runs: Run[] = []
  const missing: string[] = []
  let at = 0
  for (const letter of text) {
    const level = levels[at] ?? 0
    at += letter.length
    const last = runs.at(-1)
    const font = fontFor(place, letter, last?.font)
    if (font === null) missing.push(letter)
    const drawn = font === null ? unknown : letter
    const run = { text: drawn, font: font ?? faceName(place.form), level }
    if (last?.font === run.font && last.level === level) last.text += run.text
    else runs.push(run)
  }
  return { runs: inVisualOrder(runs), missing }
}

type Glyph = Outline['glyphs'][number]

const glyphsOf = (opened: Opened, { text, level }: Run): { glyphs: Glyph[]; width: number } => {
  const letters = new Letters()
  letters.addText(text)
  letters.guessSegmentProperties()
  letters.setDirection(level % 2 === 0 ? Direction.LTR : Direction.RTL)
  shape(opened.font, letters)
  const positions = letters.getGlyphPositions()
  let width = 0
  const glyphs = letters.getGlyphInfos().map(({ codepoint }, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
    const x = width + xOffset / opened.upem
    width += xAdvance / opened.upem
    return { x, y: -yOffset / opened.upem, steps: stepsOf(opened, codepoint) }
  })
  return { glyphs, width }
}

const outline = (place: Place, text: string): Outline => {
  const { runs, missing } = runsOf(place, plain(text))
  const glyphs: Glyph[] = []
  let width = 0
  for (const run of runs) {
    const opened = place.fonts.of(run.font)
    if (opened === null) continue
    const shaped = glyphsOf(opened, run)
    const from = width
    glyphs.push(...shaped.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + from })))
    width += shaped.width
  }
  return { width, glyphs, missing }
}

const heights = ({ fonts, form }: Place) => {
  const opened = fonts.of(faceName(form)) ?? fonts.of('regular')
  if (opened === null) return { above: 1, below: 0.3 }
  const { ascender, descender } = opened.font.hExtents()
  return { above: ascender / opened.upem, below: -descender / opened.upem }
}

/** Shapes texts with these fonts. A font that is not among them counts as one without letters. */
export const createShaper = (files: FontFiles): Shaper => {
  const fonts = openFonts(files)
  return {
    outline: (text, form) => outline({ fonts, form }, text),
    heights: (form) => heights({ fonts, form }),
  }
}
