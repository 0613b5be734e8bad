import type { Reason } from '../barcodes/reason.ts'
import type { Asset } from '../document.ts'
import type { Values } from '../template.ts'
import type { Box } from '../text/layout.ts'
import type { Shaper } from '../text/shape.ts'
import { dotsOf, written } from '../units.ts'

/** What a drawing could not do as the design says. */
export type Problem = { readonly shape: string } & (
  | { readonly code: 'TEXT_CUT' }
  | { readonly code: 'LETTER_MISSING'; readonly letters: string }
  | { readonly code: 'PICTURE_MISSING' }
  | { readonly code: 'BARCODE'; readonly reason: Reason }
)

/** A problem before it is known whose it is. */
type Trouble = Problem extends infer P ? (P extends unknown ? Omit<P, 'shape'> : never) : never

export interface Drawing {
  readonly values: Values
  readonly assets: readonly Asset[]
  readonly shaper: Shaper
  readonly report: (trouble: Trouble) => void
}

interface Placed {
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}

export const boxOf = ({ xMm, yMm, widthMm, heightMm }: Placed): Box => ({
  x: dotsOf(xMm),
  y: dotsOf(yMm),
  width: dotsOf(widthMm),
  height: dotsOf(heightMm),
})

/** Attributes of an element; every value is a number, a colour or an address made of base64. */
export const attributes = (values: Readonly<Record<string, string | number | null>>): string =>
  Object.entries(values)
    .map(([name, value]) =>
      value === null ? '' : ` ${name}="${typeof value === 'number' ? written(value) : value}"`,
    )
    .join('')

export const boxAttributes = ({ x, y, width, height }: Box) => ({ x, y, width, height })
