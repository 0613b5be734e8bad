import type { Design, Shape, SideName } from '../document.ts'

/** What the designer has chosen. */
export interface Chosen {
  readonly side: SideName
  readonly ids: ReadonlySet<string>
}

/** A change of a design; one that does not apply gives the design back as it is. */
export type Command = (design: Design, chosen: Chosen) => Design

/** The design with other shapes on one side; a card without that side stays as it is. */
export const withShapes = (design: Design, name: SideName, shapes: readonly Shape[]): Design => {
  const side = design[name]
  return side === null ? design : { ...design, [name]: { ...side, shapes: [...shapes] } }
}

export const chosenShapes = (design: Design, { side, ids }: Chosen): readonly Shape[] =>
  (design[side]?.shapes ?? []).filter(({ id }) => ids.has(id))

/** Changes what is chosen; what is locked stays. */
export const changeChosen = (
  design: Design,
  { side, ids }: Chosen,
  change: (shape: Shape) => Shape,
): Design =>
  withShapes(
    design,
    side,
    (design[side]?.shapes ?? []).map((shape) =>
      ids.has(shape.id) && !shape.locked ? change(shape) : shape,
    ),
  )
