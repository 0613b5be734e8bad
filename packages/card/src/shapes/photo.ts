import { z } from 'zod'
import { FieldName, frame, pictureFit } from './frame.ts'

export const PhotoShape = z.object({
  ...frame,
  kind: z.literal('photo'),
  field: FieldName.nullable(),
  fit: pictureFit,
  cornerMm: z.number().min(0).max(50),
})

export const blankPhoto = { kind: 'photo', field: null, fit: 'COVER', cornerMm: 0 } as const
