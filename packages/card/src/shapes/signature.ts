import { z } from 'zod'
import { FieldName, frame } from './frame.ts'

export const SignatureShape = z.object({
  ...frame,
  kind: z.literal('signature'),
  field: FieldName.nullable(),
})

export const blankSignature = { kind: 'signature', field: null } as const
