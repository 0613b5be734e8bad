import { isSame } from './canonical.ts'
import { type Design, type Shape, type SideName, sideNames } from './document.ts'

interface ShapeChange {
  readonly before: Shape | null
  readonly after: Shape | null
}

interface SideChange {
  readonly side: SideName
  readonly shapes: readonly ShapeChange[]
  /** Ids from the bottom to the top. */
  readonly order: { readonly before: readonly string[]; readonly after: readonly string[] }
}

type Settings = Omit<Design, 'front' | 'back'> & {
  readonly frontBackground: string
  /** Null: the card has one side. */
  readonly backBackground: string | null
}

/** What one change did to a design, both ways. */
export interface Delta {
  readonly sides: readonly SideChange[]
  readonly settings: { readonly before: Settings; readonly after: Settings } | null
}

const settingsOf = ({ front, back, ...rest }: Design): Settings => ({
  ...rest,
  frontBackground: front.background,
  backBackground: back?.background ?? null,
})

const shapesAt = (design: Design, side: SideName): readonly Shape[] => design[side]?.shapes ?? []

const idsOf = (shapes: readonly Shape[]): readonly string[] => shapes.map(({ id }) => id)

const changeOfSide = (before: Design, after: Design, side: SideName): SideChange => {
  const [old, fresh] = [shapesAt(before, side), shapesAt(after, side)]
  const was = new Map(old.map((shape) => [shape.id, shape]))
  const is = new Map(fresh.map((shape) => [shape.id, shape]))
  const ids = new Set([...was.keys(), ...is.keys()])
  const shapes = [...ids]
    .map((id) => ({ before: was.get(id) ?? null, after: is.get(id) ?? null }))
    .filter((each) => each.before !== each.after && !isSame(each.before, each.after))
  return { side, shapes, order: { before: idsOf(old), after: idsOf(fresh) } }
}

/** What turns one design into another; null where they are the same. */
export const deltaOf = (before: Design, after: Design): Delta | null => {
  const sides = sideNames
    .map((side) => changeOfSide(before, after, side))
    .filter(({ shapes, order }) => shapes.length > 0 || !isSame(order.before, order.after))
  const [old, fresh] = [settingsOf(before), settingsOf(after)]
  const settings = isSame(old, fresh) ? null : { before: old, after: fresh }
  return sides.length === 0 && settings === null ? null : { sides, settings }
}

export const inverse = ({ sides, settings }: Delta): Delta => ({
  sides: sides.map(({ side, shapes, order }) => ({
    side,
    shapes: shapes.map(({ before, after }) => ({ before: after, after: before })),
    order: { before: order.after, after: order.before },
  })),
  settings: settings && { before: settings.after, after: settings.before },
})

const shapesAfter = (shapes: readonly Shape[], change: SideChange | undefined): Shape[] => {
  if (change === undefined) return [...shapes]
  const all = new Map(shapes.map((shape) => [shape.id, shape]))
  for (const { before, after } of change.shapes) {
    if (after !== null) all.set(after.id, after)
    else if (before !== null) all.delete(before.id)
  }
  return change.order.after.flatMap((id) => all.get(id) ?? [])
}

/** The design after a change that was made to it. */
export const applied = (design: Design, { sides, settings }: Delta): Design => {
  const of = (side: SideName) =>
    shapesAfter(
      shapesAt(design, side),
      sides.find((each) => each.side === side),
    )
  const { frontBackground, backBackground, ...rest } = settings?.after ?? settingsOf(design)
  return {
    ...rest,
    front: { background: frontBackground, shapes: of('front') },
    back: backBackground === null ? null : { background: backBackground, shapes: of('back') },
  }
}
