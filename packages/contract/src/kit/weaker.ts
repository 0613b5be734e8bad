/** What a value that is weaker than the default makes easier for an attacker. */
export const lowerings = [
  'GUESSING',
  'LONGER_USE',
  'SECOND_FACTOR',
  'TRUST',
  'INTERCEPTION',
  'OPEN',
  'UNNOTICED',
] as const
type Lowering = (typeof lowerings)[number]

type IsWeaker = (value: unknown, usual: unknown) => boolean

export interface Weaker {
  readonly lowers: Lowering
  readonly isWeaker: IsWeaker
  /** It says how administrators themselves sign in, so the default cannot take its place for them. */
  readonly isOfAdministrators: boolean
  /** What takes the place of a weaker value for administrators, where that is not the usual one. */
  readonly stronger?: (value: unknown, usual: unknown) => unknown
}

/** The fields that can be weaker than usual. */
export type WeakerFields = Readonly<Record<string, Weaker | undefined>>

export interface WeakField {
  readonly field: string
  readonly lowers: Lowering
  readonly value: unknown
  readonly usual: unknown
}

type Values = Readonly<Record<string, unknown>>

const when =
  (isWeaker: IsWeaker) =>
  (lowers: Lowering): Weaker => ({ lowers, isWeaker, isOfAdministrators: false })

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** A number above the default; null is the default of the operator. */
export const above = when((value, usual) => isNumber(value) && isNumber(usual) && value > usual)
export const below = when((value, usual) => isNumber(value) && isNumber(usual) && value < usual)
export const on = when((value) => value === true)
export const off = when((value) => value === false)
export const listed = when((value) => Array.isArray(value) && value.length > 0)
/** One of these values. */
export const being = (...weak: readonly string[]) =>
  when((value) => weak.some((each) => each === value))
export const otherwise = (isWeaker: IsWeaker) => when(isWeaker)

export const ofAdministrators = (weaker: Weaker): Weaker => ({
  ...weaker,
  isOfAdministrators: true,
})

const entriesOf = (fields: WeakerFields): readonly [string, Weaker][] =>
  Object.entries(fields).flatMap(([name, weaker]) => (weaker === undefined ? [] : [[name, weaker]]))

/** Fields whose value is weaker than the usual one; a field that is missing has the usual one. */
export const weakFields = (
  fields: WeakerFields,
  values: Values,
  usual: Values,
): readonly WeakField[] =>
  entriesOf(fields).flatMap(([field, { lowers, isWeaker }]) => {
    const value = values[field]
    return value !== undefined && isWeaker(value, usual[field])
      ? [{ field, lowers, value, usual: usual[field] ?? null }]
      : []
  })

/** Usual values for those fields by which these values would be weaker for administrators. */
export const strengthening = (fields: WeakerFields, values: Values, usual: Values): Values =>
  Object.fromEntries(
    entriesOf(fields)
      .filter(([name, { isOfAdministrators, isWeaker }]) =>
        isOfAdministrators ? false : isWeaker(values[name], usual[name]),
      )
      .map(([name, { stronger }]) => [
        name,
        stronger === undefined ? usual[name] : stronger(values[name], usual[name]),
      ]),
  )
