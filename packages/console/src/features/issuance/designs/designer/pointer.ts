import type { Shape } from '@signet/card/document'
import { type Guide, type Rect, snap } from '@signet/card/snap'
import { roundMm } from '@signet/card/units'

/** What the pointer does to the chosen shapes while it is down, in millimetres. */
export interface Drag {
  readonly kind: 'move' | 'resize' | 'rotate'
  readonly startX: number
  readonly startY: number
  readonly first: Shape
}

export interface Dragged {
  readonly rect: Rect
  readonly rotation: number
  readonly guides: readonly Guide[]
}

interface Around {
  readonly others: readonly Rect[]
  readonly card: { readonly widthMm: number; readonly heightMm: number }
  /** Snapping ends while Alt is down. */
  readonly isFree: boolean
}

const reachMm = 0.8
const shortestMm = 0.5
const stepDegrees = 15

const moved = (drag: Drag, byX: number, byY: number): Rect => ({
  xMm: roundMm(drag.first.xMm + byX),
  yMm: roundMm(drag.first.yMm + byY),
  widthMm: drag.first.widthMm,
  heightMm: drag.first.heightMm,
})

const turned = ({ first }: Drag, [xMm, yMm]: readonly [number, number]): number => {
  const middleX = first.xMm + first.widthMm / 2
  const middleY = first.yMm + first.heightMm / 2
  const degrees = (Math.atan2(yMm - middleY, xMm - middleX) * 180) / Math.PI + 90
  return (((Math.round(degrees / stepDegrees) * stepDegrees) % 360) + 360) % 360
}

/** Where the first of the chosen shapes is with the pointer here. */
export const dragTo = (
  drag: Drag,
  point: readonly [xMm: number, yMm: number],
  { others, card, isFree }: Around,
): Dragged => {
  const { first } = drag
  const [byX, byY] = [point[0] - drag.startX, point[1] - drag.startY]
  const still = { rotation: first.rotation, guides: [] }
  if (drag.kind === 'rotate') return { ...still, rect: first, rotation: turned(drag, point) }
  if (drag.kind === 'resize') {
    const widthMm = Math.max(shortestMm, roundMm(first.widthMm + byX))
    const heightMm = Math.max(shortestMm, roundMm(first.heightMm + byY))
    return { ...still, rect: { ...moved(drag, 0, 0), widthMm, heightMm } }
  }
  const rect = moved(drag, byX, byY)
  if (isFree) return { ...still, rect }
  const { guides, ...place } = snap(rect, { others, card, reachMm })
  return { ...still, rect: { ...rect, ...place }, guides }
}
