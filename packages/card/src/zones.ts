import type { Design } from './document.ts'
import { cr80 } from './document.ts'

interface Zone {
  readonly name: 'SAFE' | 'CHIP' | 'STRIPE'
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}

/** Printers lose their place by as much at an edge. */
const edgeMm = 3

type Size = Pick<Design, 'widthMm' | 'heightMm'>

const isUpright = ({ widthMm, heightMm }: Size): boolean => heightMm > widthMm

const turned = ({ xMm, yMm, widthMm, heightMm, ...zone }: Zone): Zone => ({
  ...zone,
  xMm: cr80.heightMm - yMm - heightMm,
  yMm: xMm,
  widthMm: heightMm,
  heightMm: widthMm,
})

/** Contacts by ISO/IEC 7816-2, the stripe by ISO/IEC 7811-4; of a card of the usual size. */
const chip: Zone = { name: 'CHIP', xMm: 8.5, yMm: 17.5, widthMm: 13.5, heightMm: 12.5 }
const stripe: Zone = { name: 'STRIPE', xMm: 0, yMm: 4, widthMm: cr80.widthMm, heightMm: 12.7 }

const isUsual = (size: Size): boolean =>
  Math.max(size.widthMm, size.heightMm) === cr80.widthMm &&
  Math.min(size.widthMm, size.heightMm) === cr80.heightMm

/** Parts of a side that a designer should know of. */
export const zonesOf = (size: Size, side: 'front' | 'back'): readonly Zone[] => {
  const safe: Zone = {
    name: 'SAFE',
    xMm: edgeMm,
    yMm: edgeMm,
    widthMm: size.widthMm - 2 * edgeMm,
    heightMm: size.heightMm - 2 * edgeMm,
  }
  if (!isUsual(size)) return [safe]
  const other = side === 'front' ? chip : stripe
  return [safe, isUpright(size) ? turned(other) : other]
}
