import type { BarcodeFormat } from '@signet/rules/issuance'
import { z } from 'zod'
import { Colour, frame, Template } from './frame.ts'

/** Those that can be drawn, by the names that the product gives them. */
export const drawnFormats = [
  'CODE128',
  'CODE 39',
  'EAN 13',
  'PDF417',
  'QR Code',
] as const satisfies readonly BarcodeFormat[]
export type DrawnFormat = (typeof drawnFormats)[number]

export const BarcodeShape = z.object({
  ...frame,
  kind: z.literal('barcode'),
  format: z.enum(drawnFormats),
  value: Template,
  colour: Colour,
  /** The value in letters below the bars. */
  readable: z.boolean(),
})

export const blankBarcode = {
  kind: 'barcode',
  format: 'CODE128',
  value: '',
  colour: '#000000',
  readable: false,
} as const
