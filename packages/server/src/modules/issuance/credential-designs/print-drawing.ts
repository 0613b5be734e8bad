import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { barcodesOn } from '@signet/card/barcodes/expected'
import { type Design, type SideName, sideNames } from '@signet/card/document'
import { type Drawn, drawSide, type Panel, type Problem } from '@signet/card/draw'
import type { Values } from '@signet/card/template'
import type { Shaper } from '@signet/card/text/shape'
import { withResolution } from './png-resolution.ts'
import { type Pixels, pdfOf } from './printed-pages.ts'

/** Runs in the drawing thread: everything that stands between a card and the bytes for its printer. */

export interface WantedPrint {
  readonly design: Design
  readonly values: Values
  readonly format: 'application/pdf' | 'image/png'
  readonly sides: 'ALL' | 'FRONT'
  readonly splitBlack: boolean
  readonly upsideDown: boolean
}

export interface DrawnPrint {
  readonly content: Uint8Array
  /** Of all that is seen of the card, whatever format it travels in. */
  readonly sha256: string
  readonly problems: readonly Problem[]
  /** Shapes whose barcode another reader did not read from the drawing. */
  readonly unread: readonly string[]
}

/** One SVG as pixels and as PNG. */
export type Render = (svg: string) => Pixels & { readonly png: () => Uint8Array }

interface Tools {
  readonly shaper: Shaper
  readonly render: Render
  readonly expectBounded: (svgs: readonly string[]) => void
}

type Reader = (pixels: Pixels, how: { readonly tryHarder: boolean }) => Promise<readonly string[]>

let loaded: Promise<Reader> | null = null

const loadReader = async (): Promise<Reader> => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return async ({ width, height, rgba }, how) => {
    const data = new Uint8ClampedArray(rgba)
    const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, how)
    return found.map(({ text }) => text)
  }
}

/** What another reader reads from a picture. */
const readFrom: Reader = async (pixels, how) => {
  loaded ??= loadReader()
  return (await loaded)(pixels, how)
}

/** A reader adds the check digit of EAN 13. */
const isAmong = (read: readonly string[], text: string): boolean =>
  read.some((found) => found === text || (/^\d{12}$/.test(text) && found.startsWith(text)))

/** Most are read at the first look, which takes a quarter of the time of a thorough one. */
const unreadOn = async ({ design, values }: WantedPrint, side: SideName, pixels: Pixels) => {
  let unread = barcodesOn(design, side, values)
  for (const tryHarder of [false, true]) {
    if (unread.length === 0) break
    const read = await readFrom(pixels, { tryHarder })
    unread = unread.filter(({ text }) => !isAmong(read, text))
  }
  return unread.map(({ shape }) => shape)
}

const drawnSides = ({ design, sides }: WantedPrint): readonly SideName[] =>
  sideNames.filter((side) => design[side] !== null && (sides === 'ALL' || side === 'front'))

/** The panels of a side apart; null where the black one has nothing to print. */
const layersOf = (design: Design, side: SideName, drawn: (panel: Panel) => Drawn) => {
  const isBlack = design[side]?.shapes.some(({ panel }) => panel === 'BLACK') === true
  return isBlack ? { colour: drawn('COLOR').svg, black: drawn('BLACK').svg } : null
}

/** What is drawn alike is rendered once: most sides have all their shapes on one panel. */
const renderingOnce = (render: Render): Render => {
  const known = new Map<string, ReturnType<Render>>()
  return (svg) => {
    const image = known.get(svg) ?? render(svg)
    known.set(svg, image)
    return image
  }
}

/** @throws Error where a card of two sides is to be one picture */
export const drawPrint = async (wanted: WantedPrint, tools: Tools): Promise<DrawnPrint> => {
  const { design, values, splitBlack, upsideDown } = wanted
  const render = renderingOnce(tools.render)
  const whole = drawnSides(wanted).map((side) => {
    const drawn = (panel: Panel) => drawSide({ design, side, values, shaper: tools.shaper, panel })
    const layers = splitBlack ? layersOf(design, side, drawn) : null
    return { side, layers, ...drawn('ALL') }
  })
  tools.expectBounded(whole.flatMap(({ svg, layers }) => [svg, layers?.colour ?? '']))
  const seen = whole.map((side) => ({ ...side, ...render(side.svg) }))
  const hash = createHash('sha256')
  const unread: string[] = []
  for (const { side, ...pixels } of seen) {
    hash.update(pixels.rgba)
    unread.push(...(await unreadOn(wanted, side, pixels)))
  }
  const [first] = seen
  if (first === undefined) throw new Error('a card without a side')
  const pages = seen.map(({ layers, ...image }) =>
    layers === null
      ? { colour: image, black: null }
      : { colour: render(layers.colour), black: render(layers.black) },
  )
  const content =
    wanted.format === 'image/png'
      ? withResolution(first.png())
      : await pdfOf({ sides: pages, upsideDown })
  return {
    content,
    sha256: hash.digest('hex'),
    problems: seen.flatMap(({ problems }) => problems),
    unread,
  }
}
