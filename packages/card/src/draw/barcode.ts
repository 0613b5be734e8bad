import { encode, type Symbol } from '../barcodes/encode.ts'
import type { Reason } from '../barcodes/reason.ts'
import type { ShapeOf } from '../document.ts'
import { plainText } from '../shapes/frame.ts'
import type { Box } from '../text/layout.ts'
import { layOut } from '../text/layout.ts'
import { mmOfDots, written } from '../units.ts'
import { attributes, boxOf, type Drawing } from './parts.ts'

/** Narrower bars run together on the ribbon. */
const fewestDots = 2
/** Where letters stand below the bars: their part of the height. */
const letterPart = 0.25

const roomFor = (box: Box, { width, height, quiet }: Symbol): number => {
  const across = Math.floor(box.width / (width + 2 * quiet))
  return height === null ? across : Math.min(across, Math.floor(box.height / (height + 2 * quiet)))
}

const neededMm = ({ width, quiet }: Symbol): number =>
  Math.ceil(mmOfDots((width + 2 * quiet) * fewestDots) * 10) / 10

interface Place {
  readonly box: Box
  readonly module: number
  readonly symbol: Symbol
}

/** Bars begin and end at whole dots: a printer rounds nothing. */
const placed = ({ box, module, symbol }: Place) => {
  const width = symbol.width * module
  const height = symbol.height === null ? Math.floor(box.height) : symbol.height * module
  return {
    x: Math.round(box.x + (box.width - width) / 2),
    y: Math.round(symbol.height === null ? box.y : box.y + (box.height - height) / 2),
    width,
    height,
  }
}

interface Ink {
  readonly drawing: Drawing
  readonly colour: string
}

const bars = (place: Place, colour: string): string => {
  const { module, symbol } = place
  const { x, y, width, height } = placed(place)
  const quiet = symbol.quiet * module
  const above = symbol.height === null ? 0 : quiet
  const paper = {
    x: x - quiet,
    y: y - above,
    width: width + 2 * quiet,
    height: height + 2 * above,
    fill: '#ffffff',
  }
  const scale = `${written(module)} ${written(symbol.height === null ? height : module)}`
  return `<rect${attributes(paper)}/><path fill="${colour}" fill-rule="evenodd" shape-rendering="crispEdges" transform="translate(${written(x)} ${written(y)}) scale(${scale})" d="${symbol.path}"/>`
}

const letters = (box: Box, { text }: Symbol, { drawing, colour }: Ink): string => {
  const style = { ...plainText, align: 'CENTER', sizePt: 9, minimumPt: 3 } as const
  const laid = layOut({ text, style, box, shaper: drawing.shaper })
  return `<path fill="${colour}" d="${laid.path}"/>`
}

const refuse = (drawing: Drawing, reason: Reason): string => {
  drawing.report({ code: 'BARCODE', reason })
  return ''
}

/** The real symbol of the value, its quiet zone included; nothing, and why, where there is none. */
export const drawBarcode = (shape: ShapeOf<'barcode'>, value: string, drawing: Drawing): string => {
  const encoded = encode(shape.format, value)
  if (encoded.symbol === null) return refuse(drawing, encoded.reason)
  const { symbol } = encoded
  const box = boxOf(shape)
  const isReadable = shape.readable && symbol.height === null
  const below = isReadable ? box.height * letterPart : 0
  const room = { ...box, height: box.height - below }
  const module = roomFor(room, symbol)
  if (module < fewestDots) {
    return refuse(drawing, { code: 'TOO_SMALL', neededMm: neededMm(symbol), found: shape.widthMm })
  }
  const drawn = bars({ box: room, module, symbol }, shape.colour)
  if (!isReadable) return drawn
  const line = { ...box, y: box.y + room.height, height: below }
  return `${drawn}${letters(line, symbol, { drawing, colour: shape.colour })}`
}
