import { z } from 'zod'
import { frame, outline } from './frame.ts'

export const EllipseShape = z.object({ ...frame, kind: z.literal('ellipse'), ...outline })

export const blankEllipse = {
  kind: 'ellipse',
  fill: '#0b5fff',
  stroke: null,
  strokeMm: 0,
} as const
