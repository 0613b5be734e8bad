import { abort } from '@signet/rules/abort'
import { hiddenCharacters, isPlainLine } from '@signet/rules/text'
import { z } from 'zod'
import { BarcodeShape } from './shapes/barcode.ts'
import { DateShape } from './shapes/date.ts'
import { EllipseShape } from './shapes/ellipse.ts'
import { Colour, FieldName, Id, Template } from './shapes/frame.ts'
import { GraphicShape } from './shapes/graphic.ts'
import { ImageShape } from './shapes/image.ts'
import { LineShape } from './shapes/line.ts'
import { ListShape } from './shapes/list.ts'
import { PhotoShape } from './shapes/photo.ts'
import { RectangleShape } from './shapes/rectangle.ts'
import { SignatureShape } from './shapes/signature.ts'
import { TextShape } from './shapes/text.ts'

export const Shape = z
  .discriminatedUnion('kind', [
    TextShape,
    DateShape,
    ListShape,
    PhotoShape,
    SignatureShape,
    ImageShape,
    GraphicShape,
    BarcodeShape,
    RectangleShape,
    EllipseShape,
    LineShape,
  ])
  .meta({ id: 'CardShape' })
export type Shape = z.output<typeof Shape>
export type ShapeKind = Shape['kind']
export type ShapeOf<K extends ShapeKind> = Extract<Shape, { kind: K }>

export const fieldTypes = ['TEXT', 'DATE', 'LIST', 'PHOTO', 'SIGNATURE'] as const
export type FieldType = (typeof fieldTypes)[number]

/** What is known of a holder, and asked for when they are enrolled. */
export const Field = z.object({
  name: FieldName,
  type: z.enum(fieldTypes),
  /** Of a list: what may be chosen. */
  values: z.array(z.string().max(200, abort)).max(100, abort),
})
export type Field = z.output<typeof Field>

/** Bytes that travel with the design, so that another place draws the same. */
export const Asset = z.object({
  id: Id,
  name: z.string().trim().min(1).max(120, abort).refine(isPlainLine, hiddenCharacters),
  type: z.enum(['image/png', 'image/jpeg', 'font/ttf']),
  /** Base64. */
  content: z
    .string()
    .max(700_000, abort)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
})
export type Asset = z.output<typeof Asset>

const mostShapes = 200

const Side = z
  .object({ background: Colour, shapes: z.array(Shape).max(mostShapes, abort) })
  .meta({ id: 'CardSide' })
type Side = z.output<typeof Side>

export const sideNames = ['front', 'back'] as const
export type SideName = (typeof sideNames)[number]

const areDifferent = (names: readonly string[]): boolean => new Set(names).size === names.length

const shapesOf = (design: { front: Side; back: Side | null }) => [
  ...design.front.shapes,
  ...(design.back?.shapes ?? []),
]

/** A card as it is designed: all that its print depends on beside the holder’s values. */
export const Design = z
  .object({
    widthMm: z.number().min(30).max(200),
    heightMm: z.number().min(30).max(200),
    fields: z.array(Field).max(100, abort),
    front: Side,
    back: Side.nullable(),
    magnetic: z.object({ track1: Template, track2: Template, track3: Template }),
    /** What is written to the chip; printed nowhere. */
    chip: z.array(z.object({ name: FieldName, value: Template })).max(50, abort),
    assets: z.array(Asset).max(40, abort),
  })
  .refine((design) => areDifferent(shapesOf(design).map(({ id }) => id)), {
    error: 'ids of shapes are used twice',
    path: ['front', 'shapes'],
  })
  .refine(({ fields }) => areDifferent(fields.map(({ name }) => name.toLowerCase())), {
    error: 'names of fields are used twice',
    path: ['fields'],
  })
  .refine(({ assets }) => areDifferent(assets.map(({ id }) => id)), {
    error: 'ids of assets are used twice',
    path: ['assets'],
  })
  .meta({ id: 'CardDesign' })
export type Design = z.output<typeof Design>

export const shapesOfDesign = (design: Design): readonly Shape[] => shapesOf(design)

/** ISO/IEC 7810 ID-1. */
export const cr80 = { widthMm: 85.6, heightMm: 53.98 } as const

const side = (): Side => ({ background: '#ffffff', shapes: [] })

export const blankDesign = (orientation: 'LANDSCAPE' | 'PORTRAIT' = 'LANDSCAPE'): Design => ({
  widthMm: orientation === 'LANDSCAPE' ? cr80.widthMm : cr80.heightMm,
  heightMm: orientation === 'LANDSCAPE' ? cr80.heightMm : cr80.widthMm,
  fields: [],
  front: side(),
  back: side(),
  magnetic: { track1: '', track2: '', track3: '' },
  chip: [],
  assets: [],
})
