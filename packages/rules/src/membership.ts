/** A guard for a closed list of words; `value` may be anything that came from outside. */
export const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (value: unknown): value is T =>
    values.some((known) => known === value)
