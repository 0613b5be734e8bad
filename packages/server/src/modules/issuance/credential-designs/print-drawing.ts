import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { barcodesOn } from '@signet/card/barcodes/expected'
import { type Design, type SideName, sideNames } from '@signet/card/document'
import { drawSide, type Panel, type Problem } from '@signet/card/draw'
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

type Reader = (png: Uint8Array) => Promise<readonly string[]>

let loaded: Promise<Reader> | null = null

const loadReader = async (): Promise<Reader> => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return async (png) => (await readBarcodes(png, { tryHarder: true })).map(({ text }) => text)
}

/** What another reader reads from a picture. */
const readFrom: Reader = async (png) => {
  loaded ??= loadReader()
  return (await loaded)(png)
}

const unreadOn = async ({ design, values }: WantedPrint, side: SideName, png: () => Uint8Array) => {
  const expected = barcodesOn(design, side, values)
  if (expected.length === 0) return []
  const read = await readFrom(png())
  // A reader adds the check digit of EAN 13.
  const isRead = (text: string): boolean =>
    read.some((found) => found === text || (/^\d{12}$/.test(text) && found.startsWith(text)))
  return expected.filter(({ text }) => !isRead(text)).map(({ shape }) => shape)
}

const drawnSides = ({ design, sides }: WantedPrint): readonly SideName[] =>
  sideNames.filter((side) => design[side] !== null && (sides === 'ALL' || side === 'front'))

/** @throws Error where a card of two sides is to be one picture */
export const drawPrint = async (
  wanted: WantedPrint,
  { shaper, render, expectBounded }: Tools,
): Promise<DrawnPrint> => {
  const { design, values, splitBlack, upsideDown } = wanted
  const named = drawnSides(wanted)
  const drawn = (side: SideName, panel: Panel) => drawSide({ design, side, values, shaper, panel })
  const whole = named.map((side) => ({ side, ...drawn(side, 'ALL') }))
  const layers = splitBlack
    ? named.map((side) => ({ colour: drawn(side, 'COLOR').svg, black: drawn(side, 'BLACK').svg }))
    : []
  expectBounded([...whole, ...layers.map(({ colour }) => ({ svg: colour }))].map(({ svg }) => svg))
  const seen = whole.map(({ side, svg, problems }) => ({ side, problems, ...render(svg) }))
  const hash = createHash('sha256')
  const unread: string[] = []
  for (const { side, rgba, png } of seen) {
    hash.update(rgba)
    unread.push(...(await unreadOn(wanted, side, png)))
  }
  const [first] = seen
  if (first === undefined) throw new Error('a card without a side')
  const pages = splitBlack
    ? layers.map(({ colour, black }) => ({ colour: render(colour), black: render(black) }))
    : seen.map((colour) => ({ colour, black: null }))
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
