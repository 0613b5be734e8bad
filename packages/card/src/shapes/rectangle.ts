import { z } from 'zod'
import { frame, outline } from './frame.ts'

export const RectangleShape = z.object({
  ...frame,
  kind: z.literal('rectangle'),
  ...outline,
  cornerMm: z.number().min(0).max(50),
})

export const blankRectangle = {
  kind: 'rectangle',
  fill: '#0b5fff',
  stroke: null,
  strokeMm: 0,
  cornerMm: 0,
} as const
