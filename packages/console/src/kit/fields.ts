import type { Option } from '../ui/SelectInput.tsx'

/** A label for each of these fields. */
export function labelsOf<const Name extends string>(
  names: readonly Name[],
  label: (name: Name) => string,
): Readonly<Record<Name, string>>
export function labelsOf(names: readonly string[], label: (name: string) => string) {
  return Object.fromEntries(names.map((name) => [name, label(name)]))
}

/** These fields of a row, in this order. */
export function picked<Row extends object, const Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name>
export function picked(row: object, names: readonly PropertyKey[]) {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(row, name)]))
}

/** What can be chosen among these values. */
export const optionsOf = <const Value extends string>(
  values: readonly Value[],
  label: (value: Value) => string,
): readonly Option[] => values.map((value) => ({ value, label: label(value) }))
