import type { Shape } from '../document.ts'
import { roundMm } from '../units.ts'
import { type Command, changeChosen } from './command.ts'

/** Moves what is chosen and not locked. */
export const move =
  (byXMm: number, byYMm: number): Command =>
  (design, chosen) =>
    changeChosen(design, chosen, (shape) => ({
      ...shape,
      xMm: roundMm(shape.xMm + byXMm),
      yMm: roundMm(shape.yMm + byYMm),
    }))

const shortest = 0.1

interface Frame {
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}

/** Puts the one chosen shape into this frame. */
export const resize =
  (frame: Frame): Command =>
  (design, chosen) =>
    changeChosen(design, chosen, (shape) => ({
      ...shape,
      xMm: roundMm(frame.xMm),
      yMm: roundMm(frame.yMm),
      widthMm: Math.max(shortest, roundMm(frame.widthMm)),
      heightMm: Math.max(shortest, roundMm(frame.heightMm)),
    }))

const turn = (degrees: number): number => roundMm(((degrees % 360) + 360) % 360)

export const rotateTo =
  (degrees: number): Command =>
  (design, chosen) =>
    changeChosen(design, chosen, (shape) => ({ ...shape, rotation: turn(degrees) }))

type Edge = 'LEFT' | 'CENTER' | 'RIGHT' | 'TOP' | 'MIDDLE' | 'BOTTOM'

const boundsOf = (shapes: readonly Shape[]) => {
  const left = Math.min(...shapes.map(({ xMm }) => xMm))
  const top = Math.min(...shapes.map(({ yMm }) => yMm))
  const right = Math.max(...shapes.map(({ xMm, widthMm }) => xMm + widthMm))
  const bottom = Math.max(...shapes.map(({ yMm, heightMm }) => yMm + heightMm))
  return { left, top, right, bottom }
}

type Bounds = ReturnType<typeof boundsOf>

const aligned: Readonly<Record<Edge, (shape: Shape, bounds: Bounds) => Partial<Frame>>> = {
  LEFT: (_, { left }) => ({ xMm: left }),
  CENTER: ({ widthMm }, { left, right }) => ({ xMm: roundMm((left + right - widthMm) / 2) }),
  RIGHT: ({ widthMm }, { right }) => ({ xMm: roundMm(right - widthMm) }),
  TOP: (_, { top }) => ({ yMm: top }),
  MIDDLE: ({ heightMm }, { top, bottom }) => ({ yMm: roundMm((top + bottom - heightMm) / 2) }),
  BOTTOM: ({ heightMm }, { bottom }) => ({ yMm: roundMm(bottom - heightMm) }),
}

/** One alone is aligned with the card, several with each other. */
export const align =
  (edge: Edge): Command =>
  (design, chosen) => {
    const shapes = (design[chosen.side]?.shapes ?? []).filter(({ id }) => chosen.ids.has(id))
    if (shapes.length === 0) return design
    const card = { left: 0, top: 0, right: design.widthMm, bottom: design.heightMm }
    const bounds = shapes.length === 1 ? card : boundsOf(shapes)
    return changeChosen(design, chosen, (shape) => ({ ...shape, ...aligned[edge](shape, bounds) }))
  }

/** Leaves the outermost where they are and the same room between all. */
export const distribute =
  (along: 'x' | 'y'): Command =>
  (design, chosen) => {
    const start = (shape: Shape) => (along === 'x' ? shape.xMm : shape.yMm)
    const length = (shape: Shape) => (along === 'x' ? shape.widthMm : shape.heightMm)
    const shapes = (design[chosen.side]?.shapes ?? [])
      .filter(({ id }) => chosen.ids.has(id))
      .toSorted((a, b) => start(a) - start(b))
    const [first, last] = [shapes[0], shapes.at(-1)]
    if (first === undefined || last === undefined || shapes.length < 3) return design
    const filled = shapes.reduce((sum, shape) => sum + length(shape), 0)
    const gap = (start(last) + length(last) - start(first) - filled) / (shapes.length - 1)
    const places = new Map<string, number>()
    let at = start(first)
    for (const shape of shapes) {
      places.set(shape.id, roundMm(at))
      at += length(shape) + gap
    }
    return changeChosen(design, chosen, (shape) => ({
      ...shape,
      [along === 'x' ? 'xMm' : 'yMm']: places.get(shape.id) ?? start(shape),
    }))
  }
