import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

const folder = new URL('../../../../card/fonts/', import.meta.url)

const files = {
  regular: 'noto-sans-regular.ttf',
  bold: 'noto-sans-bold.ttf',
  thai: 'noto-sans-thai.ttf',
  eastAsian: 'droid-sans-fallback.ttf',
} as const
type FontName = keyof typeof files
const names = ['regular', 'bold', 'thai', 'eastAsian'] as const satisfies readonly FontName[]

const pathOf = (name: FontName): string => fileURLToPath(new URL(files[name], folder))

/** The document embeds those it uses, and of them the letters it uses. */
export const registerFonts = (doc: PDFKit.PDFDocument): void => {
  for (const name of names) doc.registerFont(name, pathOf(name))
}

const opened = new Map<FontName, Font>()

const fontOf = (name: FontName): Font => {
  const font = opened.get(name) ?? openSync(pathOf(name))
  opened.set(name, font)
  return font
}

/** Letters that every font of ours for Latin has. */
const plain = /^[\u0020-\u007e\u00a0-\u00ff]*$/

/** What no font has. */
const unknown = '?'

/** Where letters are looked for, in this order; only Latin, Greek and Cyrillic come in bold. */
const places = {
  plain: ['regular', 'thai', 'eastAsian'],
  bold: ['bold', 'thai', 'eastAsian'],
} as const satisfies Readonly<Record<string, readonly FontName[]>>

const fontFor = (letter: string, candidates: readonly FontName[]): FontName | undefined => {
  const codePoint = letter.codePointAt(0) ?? 0
  return candidates.find((name) => fontOf(name).hasGlyphForCodePoint(codePoint))
}

export interface Run {
  readonly text: string
  readonly font: FontName
}

/** A text in parts, each in a font that has its letters; a letter that none has is a question mark. */
export const runsOf = (text: string, isBold: boolean): readonly Run[] => {
  const candidates = isBold ? places.bold : places.plain
  if (plain.test(text)) return [{ text, font: candidates[0] }]
  const runs: { text: string; font: FontName }[] = []
  for (const letter of text.normalize('NFC').replace(/\p{Cc}+/gu, ' ')) {
    const last = runs.at(-1)
    // Spaces and marks stay with the letters they follow, where those have them, too.
    const ordered = last === undefined ? candidates : [last.font, ...candidates]
    const isNeutral = /[\p{M}\p{Zs}]/u.test(letter)
    const font = fontFor(letter, isNeutral ? ordered : candidates)
    const drawn = font === undefined ? unknown : letter
    const inFont = font ?? candidates[0]
    if (last?.font === inFont) last.text += drawn
    else runs.push({ text: drawn, font: inFont })
  }
  return runs
}
