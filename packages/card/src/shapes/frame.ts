import { abort } from '@signet/rules/abort'
import { hiddenCharacters, isPlainLine } from '@signet/rules/text'
import { z } from 'zod'
import { parse } from '../expression/parse.ts'

/** Further than this from the card nothing is kept. */
const far = 400

const Mm = z.number().min(-far).max(far)
const Length = z.number().min(0.1).max(far)
export const Colour = z
  .string()
  .max(7, abort)
  .regex(/^#[\da-f]{6}$/)
/** A text with the names of fields in braces: `{First name} {Last name}`. */
export const Template = z.string().max(500, abort)
export const FieldName = z
  .string()
  .trim()
  .min(1)
  .max(60, abort)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u)
  .refine(isPlainLine, hiddenCharacters)
export const Id = z
  .string()
  .max(40, abort)
  .regex(/^[\w-]{1,40}$/)

/** Empty: always. Otherwise a condition over the fields. */
const Condition = z
  .string()
  .max(500, abort)
  .refine((text) => text === '' || parse(text).fault === null, 'no condition')

/** What every shape has, whatever its kind; lengths in millimetres from the card's upper left. */
export const frame = {
  id: Id,
  name: z.string().trim().min(1).max(80, abort).refine(isPlainLine, hiddenCharacters),
  xMm: Mm,
  yMm: Mm,
  widthMm: Length,
  heightMm: Length,
  /** Degrees clockwise about the middle. */
  rotation: z.number().min(0).lt(360),
  opacity: z.number().min(0).max(1),
  /** The ribbon panel that prints it. */
  panel: z.enum(['COLOR', 'BLACK']),
  /** A shape that is not printed still shows in the designer. */
  printed: z.boolean(),
  locked: z.boolean(),
  /** Shapes of one group are chosen together. */
  group: Id.nullable(),
  when: Condition,
}

/** How letters stand in their box. */
export const textStyle = {
  /** `sans`, or the id of a font among the design’s assets. */
  font: Id,
  bold: z.boolean(),
  sizePt: z.number().min(2).max(200),
  colour: Colour,
  align: z.enum(['LEFT', 'CENTER', 'RIGHT']),
  vertical: z.enum(['TOP', 'MIDDLE', 'BOTTOM']),
  fit: z.enum(['SHRINK', 'WRAP', 'CLIP']),
  /** Shrinking ends here. */
  minimumPt: z.number().min(2).max(200),
}

const Style = z.object(textStyle)
export type TextStyle = z.output<typeof Style>

export const plainText: TextStyle = {
  font: 'sans',
  bold: false,
  sizePt: 10,
  colour: '#1a1a1a',
  align: 'LEFT',
  vertical: 'MIDDLE',
  fit: 'SHRINK',
  minimumPt: 5,
}

export const outline = {
  fill: Colour.nullable(),
  stroke: Colour.nullable(),
  strokeMm: z.number().min(0).max(20),
}

export const pictureFit = z.enum(['COVER', 'CONTAIN', 'STRETCH'])
