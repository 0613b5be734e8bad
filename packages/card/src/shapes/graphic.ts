import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { FieldName, frame, Id, pictureFit } from './frame.ts'

/** A picture that the value of a field chooses. */
export const GraphicShape = z.object({
  ...frame,
  kind: z.literal('graphic'),
  field: FieldName.nullable(),
  cases: z.array(z.object({ value: z.string().max(200, abort), asset: Id })).max(100, abort),
  otherwise: Id.nullable(),
  fit: pictureFit,
})

export const blankGraphic = {
  kind: 'graphic',
  field: null,
  cases: [],
  otherwise: null,
  fit: 'CONTAIN',
} as const
