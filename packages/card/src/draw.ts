import type { Design, Shape, SideName } from './document.ts'
import { drawBarcode } from './draw/barcode.ts'
import { drawEllipse, drawLine, drawRectangle } from './draw/outline.ts'
import { attributes, boxOf, type Drawing, type Problem } from './draw/parts.ts'
import { assetValue, drawPicture } from './draw/picture.ts'
import { drawText } from './draw/text.ts'
import { isMet } from './expression/evaluate.ts'
import { formatDay } from './shapes/date.ts'
import { labelOf } from './shapes/list.ts'
import { fieldValue, filled, type Values } from './template.ts'
import type { Shaper } from './text/shape.ts'
import { dotsOf } from './units.ts'

export type { Problem } from './draw/parts.ts'

/** Which ribbon panel is drawn; both for people’s eyes. */
export type Panel = 'ALL' | 'COLOR' | 'BLACK'

export interface SideToDraw {
  readonly design: Design
  readonly side: SideName
  readonly values: Values
  readonly shaper: Shaper
  readonly panel?: Panel
  /** Shapes that are not printed too, as the designer shows them. */
  readonly unprinted?: true
}

export interface Drawn {
  /** In dots of 300 to the inch; no font, no script, no address in it. */
  readonly svg: string
  readonly widthDots: number
  readonly heightDots: number
  readonly problems: readonly Problem[]
}

const assetOfGraphic = (shape: Extract<Shape, { kind: 'graphic' }>, values: Values) => {
  const value = fieldValue(shape.field, values)
  return shape.cases.find((each) => each.value === value)?.asset ?? shape.otherwise
}

const content = (shape: Shape, drawing: Drawing): string => {
  const { values } = drawing
  switch (shape.kind) {
    case 'text':
      return drawText(shape, filled(shape.value, values), drawing)
    case 'date':
      return drawText(shape, formatDay(filled(shape.value, values), shape.format), drawing)
    case 'list':
      return drawText(shape, labelOf(shape, fieldValue(shape.field, values)), drawing)
    case 'photo':
      return drawPicture(shape, fieldValue(shape.field, values), drawing)
    case 'signature':
      return drawPicture({ ...shape, fit: 'CONTAIN' }, fieldValue(shape.field, values), drawing)
    case 'image':
      return drawPicture(shape, assetValue(shape.asset, drawing), drawing)
    case 'graphic':
      return drawPicture(shape, assetValue(assetOfGraphic(shape, values), drawing), drawing)
    case 'barcode':
      return drawBarcode(shape, filled(shape.value, values), drawing)
    case 'rectangle':
      return drawRectangle(shape)
    case 'ellipse':
      return drawEllipse(shape)
    case 'line':
      return drawLine(shape)
  }
}

const turned = ({ rotation, ...shape }: Shape): string | null => {
  if (rotation === 0) return null
  const { x, y, width, height } = boxOf(shape)
  const [turn, cx, cy] = [rotation, x + width / 2, y + height / 2].map((n) => n.toFixed(3))
  return `rotate(${turn} ${cx} ${cy})`
}

/** One shape as elements, turned and as clear as it says; empty where it shows nothing. */
const drawShape = (shape: Shape, drawing: Drawing): string => {
  const inner = content(shape, drawing)
  const transform = turned(shape)
  if (inner === '' || (transform === null && shape.opacity === 1)) return inner
  const opacity = shape.opacity === 1 ? null : shape.opacity
  return `<g${attributes({ transform, opacity })}>${inner}</g>`
}

const isDrawn = (shape: Shape, { panel = 'ALL', unprinted, values }: SideToDraw): boolean =>
  (shape.printed || unprinted === true) &&
  (panel === 'ALL' || shape.panel === panel) &&
  isMet(shape.when, values)

/**
 * One side of a card. The same design, values and fonts give the same text, in a browser and in a
 * service: what is shown is what is printed.
 */
export const drawSide = (wanted: SideToDraw): Drawn => {
  const { design, values, shaper } = wanted
  const side = design[wanted.side]
  const problems: Problem[] = []
  const shapes = (side?.shapes ?? []).filter((shape) => isDrawn(shape, wanted))
  const parts = shapes.map((shape) =>
    drawShape(shape, {
      values,
      shaper,
      assets: design.assets,
      report: (trouble) => problems.push({ ...trouble, shape: shape.id }),
    }),
  )
  const [width, height] = [design.widthMm, design.heightMm].map((mm) => Math.round(dotsOf(mm)))
  const size = { width: width ?? 0, height: height ?? 0 }
  const paper = wanted.panel === 'BLACK' ? '#ffffff' : (side?.background ?? '#ffffff')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}"${attributes(size)}><rect width="100%" height="100%" fill="${paper}"/>${parts.join('')}</svg>`
  return { svg, widthDots: size.width, heightDots: size.height, problems }
}
