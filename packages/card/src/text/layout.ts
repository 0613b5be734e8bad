import type { TextStyle } from '../shapes/frame.ts'
import { dotsOf, mmOfPoints, written } from '../units.ts'
import type { Outline, Shaper } from './shape.ts'

/** A box in dots. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Lines of a text in a box: the path of their letters, and what did not come out as wished. */
interface Laid {
  readonly path: string
  readonly missing: readonly string[]
  /** It does not fit, at the smallest size allowed; what is beyond the box is cut. */
  readonly isCut: boolean
  /** The size it is drawn at. */
  readonly sizePt: number
}

const dotsOfPoints = (points: number): number => dotsOf(mmOfPoints(points))
/** From one base line to the next, in sizes. */
const lineGap = 1.2
/** Sizes are tried in steps that no eye tells apart. */
const shrinkStepPt = 0.25

const pathOf = ({ glyphs }: Outline, size: number, [x, y]: readonly [number, number]): string =>
  glyphs
    .flatMap((glyph) =>
      glyph.steps.map(({ command, points }) => {
        const places = points.map((point, at) =>
          written(at % 2 === 0 ? x + (glyph.x + point) * size : y + (glyph.y + point) * size),
        )
        return `${command}${places.join(' ')}`
      }),
    )
    .join('')

/** Where a line may break: after spaces, and between letters of scripts without any. */
const partsOf = (text: string): readonly string[] =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu,
  ) ?? []

const wrapped = (text: string, isFitting: (line: string) => boolean): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const part of partsOf(text)) {
    if (line === '' || isFitting(`${line}${part}`.trimEnd())) line += part
    else {
      lines.push(line.trimEnd())
      line = part
    }
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}

const startOf = (align: TextStyle['align'], room: number): number =>
  align === 'LEFT' ? 0 : align === 'RIGHT' ? room : room / 2

const topOf = (vertical: TextStyle['vertical'], room: number): number =>
  vertical === 'TOP' ? 0 : vertical === 'BOTTOM' ? room : room / 2

interface Attempt {
  readonly outlines: readonly Outline[]
  readonly size: number
  readonly width: number
  readonly height: number
}

interface Wanted {
  readonly text: string
  readonly style: TextStyle
  readonly box: Box
  readonly shaper: Shaper
}

const attempt = ({ text, style, box, shaper }: Wanted, sizePt: number): Attempt => {
  const size = dotsOfPoints(sizePt)
  const widthOf = (line: string): number => shaper.outline(line, style).width * size
  const paragraphs = text.split(/\r?\n/)
  const lines =
    style.fit === 'WRAP'
      ? paragraphs.flatMap((each) => wrapped(each, (line) => widthOf(line) <= box.width))
      : paragraphs
  const outlines = lines.map((line) => shaper.outline(line, style))
  const { above, below } = shaper.heights(style)
  return {
    outlines,
    size,
    width: Math.max(0, ...outlines.map(({ width }) => width * size)),
    height: (above + below + (outlines.length - 1) * lineGap) * size,
  }
}

const fits = ({ width, height }: Attempt, box: Box): boolean =>
  width <= box.width + 0.01 && height <= box.height * 1.15

/** The largest size, from the wished one down to the smallest allowed, at which all of it fits. */
const largest = (wanted: Wanted): { attempt: Attempt; sizePt: number } => {
  const { style, box } = wanted
  const floor = style.fit === 'CLIP' ? style.sizePt : Math.min(style.minimumPt, style.sizePt)
  const steps = Math.floor((style.sizePt - floor) / shrinkStepPt)
  const at = (step: number) => {
    const sizePt = step > steps ? floor : style.sizePt - step * shrinkStepPt
    return { attempt: attempt(wanted, sizePt), sizePt }
  }
  let [low, high] = [0, steps + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (fits(at(middle).attempt, box)) high = middle
    else low = middle + 1
  }
  return at(low)
}

/** Lays a text out in its box; a text too long becomes smaller, breaks or is cut, as it says. */
export const layOut = (wanted: Wanted): Laid => {
  const { style, box, shaper } = wanted
  const chosen = largest(wanted)
  const { outlines, size, height } = chosen.attempt
  const top = box.y + topOf(style.vertical, box.height - height)
  const { above } = shaper.heights(style)
  const paths = outlines.map((outline, at) => {
    const x = box.x + startOf(style.align, box.width - outline.width * size)
    return pathOf(outline, size, [x, top + (above + at * lineGap) * size])
  })
  return {
    path: paths.join(''),
    missing: [...new Set(outlines.flatMap(({ missing }) => missing))],
    isCut: !fits(chosen.attempt, box),
    sizePt: chosen.sizePt,
  }
}
