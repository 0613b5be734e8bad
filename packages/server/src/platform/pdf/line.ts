import { type Run, runsOf } from './fonts.ts'

type Document = PDFKit.PDFDocument

interface Place {
  readonly x: number
  /** Of the line on which letters stand. */
  readonly y: number
  readonly width: number
  readonly size: number
  readonly isBold: boolean
}

const widthOf = (doc: Document, { text, font }: Run, size: number): number =>
  doc.font(font).fontSize(size).widthOfString(text)

type Look = Pick<Place, 'size' | 'isBold'>

const widthOfRuns = (doc: Document, runs: readonly Run[], size: number): number =>
  runs.reduce((sum, run) => sum + widthOf(doc, run, size), 0)

/** How wide a text is as a line. */
export const widthOfLine = (doc: Document, text: string, { size, isBold }: Look): number =>
  widthOfRuns(doc, runsOf(text, isBold), size)

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As much of a text as fits, with a mark where it was cut. */
const fitted = (doc: Document, text: string, { width, size, isBold }: Place): readonly Run[] => {
  const measured = (runs: readonly Run[]): number => widthOfRuns(doc, runs, size)
  const whole = runsOf(text, isBold)
  const wide = measured(whole)
  if (wide <= width) return whole
  const parts = [...letters.segment(text)].map(({ segment }) => segment)
  // A first guess by the average letter, then one by one.
  let kept = Math.min(parts.length, Math.ceil((width / wide) * parts.length) + 2)
  for (;;) {
    const runs = runsOf(`${parts.slice(0, kept).join('').trimEnd()}…`, isBold)
    if (kept <= 1 || measured(runs) <= width) return runs
    kept -= 1
  }
}

/** Draws one line, cut to its width, each part in a font that has its letters. */
export const drawLine = (doc: Document, text: string, place: Place): void => {
  let { x } = place
  for (const run of fitted(doc, text, place)) {
    const width = widthOf(doc, run, place.size)
    doc.text(run.text, x, place.y, { lineBreak: false, baseline: 'alphabetic' })
    x += width
  }
}
