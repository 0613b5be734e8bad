import { z } from 'zod'
import { frame, plainText, Template, textStyle } from './frame.ts'

export const TextShape = z.object({
  ...frame,
  kind: z.literal('text'),
  ...textStyle,
  value: Template,
})

export const blankText = { ...plainText, kind: 'text', value: '' } as const
