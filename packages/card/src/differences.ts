import { isSame } from './canonical.ts'
import { type Design, type Shape, type SideName, sideNames } from './document.ts'

/** One thing that is otherwise in a later version, for people to read. */
export interface Difference {
  /** Null: it concerns the whole card. */
  readonly side: SideName | null
  readonly kind: 'ADDED' | 'REMOVED' | 'CHANGED' | 'ORDER'
  /** The shape’s name, the field’s, or empty. */
  readonly name: string
  readonly shapeId: string | null
  readonly property: string | null
  readonly before: string | null
  readonly after: string | null
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 200) : JSON.stringify(value).slice(0, 200)

const properties = (before: object, after: object): readonly [string, string, string][] => {
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((name) => !isSame(old.get(name), fresh.get(name)))
    .map((name) => [name, shown(old.get(name) ?? null), shown(fresh.get(name) ?? null)])
}

const base = { property: null, before: null, after: null } as const

const ofShape = (side: SideName, before: Shape, after: Shape): readonly Difference[] =>
  properties(before, after).map(([property, old, fresh]) => ({
    side,
    kind: 'CHANGED',
    name: after.name,
    shapeId: after.id,
    property,
    before: old,
    after: fresh,
  }))

const ofSide = (before: Design, after: Design, side: SideName): readonly Difference[] => {
  const [old, fresh] = [before[side]?.shapes ?? [], after[side]?.shapes ?? []]
  const alone = (shapes: readonly Shape[], others: readonly Shape[]) =>
    shapes.filter(({ id }) => others.every((each) => each.id !== id))
  const common = fresh.flatMap((shape) => {
    const was = old.find(({ id }) => id === shape.id)
    return was === undefined ? [] : [{ was, shape }]
  })
  const kept = new Set(common.map(({ shape }) => shape.id))
  const orderOf = (shapes: readonly Shape[]) =>
    shapes.map(({ id }) => id).filter((id) => kept.has(id))
  const named =
    (kind: 'ADDED' | 'REMOVED') =>
    ({ id, name }: Shape) =>
      ({ ...base, side, kind, name, shapeId: id }) as const
  return [
    ...alone(old, fresh).map(named('REMOVED')),
    ...alone(fresh, old).map(named('ADDED')),
    ...common.flatMap(({ was, shape }) => ofShape(side, was, shape)),
    ...(isSame(orderOf(old), orderOf(fresh))
      ? []
      : [{ ...base, side, kind: 'ORDER', name: '', shapeId: null } as const]),
  ]
}

const contents = (design: Design) => {
  const { front, back, assets, fields, ...rest } = design
  return {
    ...rest,
    frontBackground: front.background,
    backBackground: back?.background ?? null,
    fields: fields.map(({ name }) => name),
    assets: assets.map(({ name }) => name),
  }
}

/** What a later version of a design has otherwise than an earlier one. */
export const differences = (before: Design, after: Design): readonly Difference[] => [
  ...properties(contents(before), contents(after)).map(
    ([property, old, fresh]) =>
      ({
        side: null,
        kind: 'CHANGED',
        name: '',
        shapeId: null,
        property,
        before: old,
        after: fresh,
      }) as const,
  ),
  ...sideNames.flatMap((side) => ofSide(before, after, side)),
]
