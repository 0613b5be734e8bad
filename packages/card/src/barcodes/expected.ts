import type { Design, SideName } from '../document.ts'
import { isMet } from '../expression/evaluate.ts'
import { filled, type Values } from '../template.ts'
import { encode } from './encode.ts'

interface ExpectedBarcode {
  readonly shape: string
  /** What a reader reads; EAN 13 may have its check digit behind it. */
  readonly text: string
}

/** The barcodes that a printed side holds, as a reader reads them. */
export const barcodesOn = (
  design: Design,
  side: SideName,
  values: Values,
): readonly ExpectedBarcode[] =>
  (design[side]?.shapes ?? []).flatMap((shape) => {
    if (shape.kind !== 'barcode' || !shape.printed || !isMet(shape.when, values)) return []
    const value = filled(shape.value, values)
    const { symbol } = encode(shape.format, value)
    return symbol === null ? [] : [{ shape: shape.id, text: value }]
  })
