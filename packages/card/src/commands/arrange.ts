import { type Shape, shapesOfDesign } from '../document.ts'
import { roundMm } from '../units.ts'
import { type Command, changeChosen, chosenShapes, withShapes } from './command.ts'

export const add =
  (shape: Shape): Command =>
  (design, { side }) =>
    withShapes(design, side, [...(design[side]?.shapes ?? []), shape])

export const remove: Command = (design, { side, ids }) =>
  withShapes(
    design,
    side,
    (design[side]?.shapes ?? []).filter(({ id, locked }) => locked || !ids.has(id)),
  )

/** Changes properties of what is chosen. */
export const setProperties =
  (change: (shape: Shape) => Shape): Command =>
  (design, chosen) =>
    changeChosen(design, chosen, (shape) => ({ ...change(shape), id: shape.id }))

/** Locking is the one change that a locked shape takes. */
export const setLocked =
  (locked: boolean): Command =>
  (design, { side, ids }) =>
    withShapes(
      design,
      side,
      (design[side]?.shapes ?? []).map((shape) =>
        ids.has(shape.id) ? { ...shape, locked } : shape,
      ),
    )

type Layer = 'FRONT' | 'FORWARD' | 'BACKWARD' | 'BACK'

/** One step towards the end of a list, over what is not chosen. */
const stepped = (shapes: readonly Shape[], ids: ReadonlySet<string>): Shape[] => {
  const ordered = [...shapes]
  for (let at = ordered.length - 2; at >= 0; at -= 1) {
    const [lower, upper] = [ordered[at], ordered[at + 1]]
    if (lower === undefined || upper === undefined) continue
    if (ids.has(lower.id) && !ids.has(upper.id)) ordered.splice(at, 2, upper, lower)
  }
  return ordered
}

const layered: Readonly<
  Record<Layer, (shapes: readonly Shape[], ids: ReadonlySet<string>) => readonly Shape[]>
> = {
  FRONT: (shapes, ids) => [
    ...shapes.filter(({ id }) => !ids.has(id)),
    ...shapes.filter(({ id }) => ids.has(id)),
  ],
  BACK: (shapes, ids) => [
    ...shapes.filter(({ id }) => ids.has(id)),
    ...shapes.filter(({ id }) => !ids.has(id)),
  ],
  FORWARD: stepped,
  BACKWARD: (shapes, ids) => stepped(shapes.toReversed(), ids).toReversed(),
}

export const setLayer =
  (layer: Layer): Command =>
  (design, { side, ids }) =>
    withShapes(design, side, layered[layer](design[side]?.shapes ?? [], ids))

export const group =
  (id: string): Command =>
  (design, chosen) =>
    changeChosen(design, chosen, (shape) => ({ ...shape, group: id }))

export const ungroup: Command = (design, chosen) =>
  changeChosen(design, chosen, (shape) => ({ ...shape, group: null }))

type NewId = () => string

const copies = (shapes: readonly Shape[], newId: NewId, byMm: number): readonly Shape[] => {
  const groups = new Map<string, string>()
  return shapes.map((shape) => {
    if (shape.group !== null && !groups.has(shape.group)) groups.set(shape.group, newId())
    return {
      ...shape,
      id: newId(),
      locked: false,
      group: shape.group === null ? null : (groups.get(shape.group) ?? null),
      xMm: roundMm(shape.xMm + byMm),
      yMm: roundMm(shape.yMm + byMm),
    }
  })
}

const besideMm = 2

export const duplicate =
  (newId: NewId): Command =>
  (design, chosen) =>
    withShapes(design, chosen.side, [
      ...(design[chosen.side]?.shapes ?? []),
      ...copies(chosenShapes(design, chosen), newId, besideMm),
    ])

/** Copies what is chosen to the same place of the other side. */
export const copyToOtherSide =
  (newId: NewId): Command =>
  (design, chosen) => {
    const other = chosen.side === 'front' ? 'back' : 'front'
    return withShapes(design, other, [
      ...(design[other]?.shapes ?? []),
      ...copies(chosenShapes(design, chosen), newId, 0),
    ])
  }

/** What is chosen together with a shape: its group. */
export const together = (shapes: readonly Shape[], id: string): readonly string[] => {
  const shared = shapes.find((shape) => shape.id === id)?.group ?? null
  return shared === null
    ? [id]
    : shapes.filter((shape) => shape.group === shared).map((shape) => shape.id)
}

/** An id that no shape of the design has. */
export const freeId = (design: Parameters<Command>[0], random: () => number): string => {
  const taken = new Set(shapesOfDesign(design).map(({ id }) => id))
  for (;;) {
    const id = `s${Math.floor(random() * 1e12).toString(36)}`
    if (!taken.has(id)) return id
  }
}
