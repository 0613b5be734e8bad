import { z } from 'zod'
import { frame, Id, pictureFit } from './frame.ts'

export const ImageShape = z.object({
  ...frame,
  kind: z.literal('image'),
  asset: Id.nullable(),
  fit: pictureFit,
})

export const blankImage = { kind: 'image', asset: null, fit: 'CONTAIN' } as const
