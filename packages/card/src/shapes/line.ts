import { z } from 'zod'
import { Colour, frame } from './frame.ts'

/** From the upper left of its box to the lower right. */
export const LineShape = z.object({
  ...frame,
  kind: z.literal('line'),
  stroke: Colour,
  strokeMm: z.number().min(0.05).max(20),
})

export const blankLine = { kind: 'line', stroke: '#1a1a1a', strokeMm: 0.3 } as const
