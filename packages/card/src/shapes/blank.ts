import type { Shape, ShapeKind } from '../document.ts'
import { blankBarcode } from './barcode.ts'
import { blankDate } from './date.ts'
import { blankEllipse } from './ellipse.ts'
import { blankGraphic } from './graphic.ts'
import { blankImage } from './image.ts'
import { blankLine } from './line.ts'
import { blankList } from './list.ts'
import { blankPhoto } from './photo.ts'
import { blankRectangle } from './rectangle.ts'
import { blankSignature } from './signature.ts'
import { blankText } from './text.ts'

export const shapeKinds = [
  'text',
  'date',
  'list',
  'photo',
  'signature',
  'image',
  'graphic',
  'barcode',
  'rectangle',
  'ellipse',
  'line',
] as const satisfies readonly ShapeKind[]

const frameOf = (id: string, name: string, [widthMm, heightMm]: readonly [number, number]) => ({
  id,
  name,
  xMm: 5,
  yMm: 5,
  widthMm,
  heightMm,
  rotation: 0,
  opacity: 1,
  panel: 'COLOR' as const,
  printed: true,
  locked: false,
  group: null,
  when: '',
})

const makers: Readonly<Record<ShapeKind, (id: string, name: string) => Shape>> = {
  text: (id, name) => ({ ...frameOf(id, name, [40, 6]), ...blankText }),
  date: (id, name) => ({ ...frameOf(id, name, [25, 5]), ...blankDate }),
  list: (id, name) => ({ ...frameOf(id, name, [30, 5]), ...blankList, labels: [] }),
  photo: (id, name) => ({ ...frameOf(id, name, [22, 28]), ...blankPhoto }),
  signature: (id, name) => ({ ...frameOf(id, name, [35, 10]), ...blankSignature }),
  image: (id, name) => ({ ...frameOf(id, name, [20, 20]), ...blankImage }),
  graphic: (id, name) => ({ ...frameOf(id, name, [20, 20]), ...blankGraphic, cases: [] }),
  barcode: (id, name) => ({ ...frameOf(id, name, [45, 10]), ...blankBarcode, panel: 'BLACK' }),
  rectangle: (id, name) => ({ ...frameOf(id, name, [30, 15]), ...blankRectangle }),
  ellipse: (id, name) => ({ ...frameOf(id, name, [20, 20]), ...blankEllipse }),
  line: (id, name) => ({ ...frameOf(id, name, [30, 0.1]), ...blankLine }),
}

/** A new shape of a kind, as the designer puts it on the card. */
export const blankShape = (kind: ShapeKind, id: string, name: string): Shape =>
  makers[kind](id, name)
