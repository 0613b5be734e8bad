import type { ShapeOf } from '../document.ts'
import { dotsOf } from '../units.ts'
import { attributes, boxAttributes, boxOf } from './parts.ts'

interface Painted {
  readonly fill: string | null
  readonly stroke: string | null
  readonly strokeMm: number
}

const paint = ({ fill, stroke, strokeMm }: Painted) => ({
  fill: fill ?? 'none',
  stroke: strokeMm === 0 ? null : stroke,
  'stroke-width': strokeMm === 0 || stroke === null ? null : dotsOf(strokeMm),
})

export const drawRectangle = (shape: ShapeOf<'rectangle'>): string =>
  `<rect${attributes({
    ...boxAttributes(boxOf(shape)),
    rx: shape.cornerMm === 0 ? null : dotsOf(shape.cornerMm),
    ...paint(shape),
  })}/>`

export const drawEllipse = (shape: ShapeOf<'ellipse'>): string => {
  const { x, y, width, height } = boxOf(shape)
  const middle = { cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2 }
  return `<ellipse${attributes({ ...middle, ...paint(shape) })}/>`
}

export const drawLine = (shape: ShapeOf<'line'>): string => {
  const { x, y, width, height } = boxOf(shape)
  const ends = { x1: x, y1: y, x2: x + width, y2: y + height }
  return `<line${attributes({ ...ends, stroke: shape.stroke, 'stroke-width': dotsOf(shape.strokeMm) })}/>`
}
