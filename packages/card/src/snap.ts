import { roundMm } from './units.ts'

export interface Rect {
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}

/** A line that something came to lie on. */
export interface Guide {
  readonly axis: 'x' | 'y'
  readonly atMm: number
}

const linesOf = (start: number, length: number): readonly number[] => [
  start,
  start + length / 2,
  start + length,
]

interface Pull {
  readonly by: number
  readonly at: number
}

const strongest = (
  own: readonly number[],
  others: readonly number[],
  reach: number,
): Pull | null => {
  let best: Pull | null = null
  for (const line of own) {
    for (const at of others) {
      const by = at - line
      if (Math.abs(by) <= reach && Math.abs(by) < Math.abs(best?.by ?? Number.POSITIVE_INFINITY)) {
        best = { by, at }
      }
    }
  }
  return best
}

interface Snapping {
  readonly others: readonly Rect[]
  readonly card: { readonly widthMm: number; readonly heightMm: number }
  readonly reachMm: number
}

/** Draws a rectangle to the edges and middles of others and of the card, where they are near. */
export const snap = (
  rect: Rect,
  { others, card, reachMm }: Snapping,
): { readonly xMm: number; readonly yMm: number; readonly guides: readonly Guide[] } => {
  const all = [...others, { xMm: 0, yMm: 0, ...card }]
  const x = strongest(
    linesOf(rect.xMm, rect.widthMm),
    all.flatMap((each) => linesOf(each.xMm, each.widthMm)),
    reachMm,
  )
  const y = strongest(
    linesOf(rect.yMm, rect.heightMm),
    all.flatMap((each) => linesOf(each.yMm, each.heightMm)),
    reachMm,
  )
  return {
    xMm: roundMm(rect.xMm + (x?.by ?? 0)),
    yMm: roundMm(rect.yMm + (y?.by ?? 0)),
    guides: [
      ...(x === null ? [] : [{ axis: 'x', atMm: x.at } as const]),
      ...(y === null ? [] : [{ axis: 'y', atMm: y.at } as const]),
    ],
  }
}
