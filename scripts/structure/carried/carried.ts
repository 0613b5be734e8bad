/** How the product carries a rule, a constant or an enumeration of the specification. */
export interface Carried {
  /** Where it is declared: `package/file:name`, or `package/file:name.member`. */
  readonly places: readonly string[]
  /** The area that brings its first use, where that is not built yet. */
  readonly waitsFor: AreaToCome | null
  /** What shows it, where no declaration does. */
  readonly shownBy: string | null
  /** Its values as the specification lists them, where the product names them alike. */
  readonly listed: readonly string[]
}

/** By the id that the specification's statements are known under (`docs/coverage/promises.json`). */
export type Catalogue = Readonly<Record<string, Carried>>

/** What the product does not have yet. */
export const areasToCome = [
  'application templates',
  'certificate authorities',
  'custom character sets',
  'digital IDs',
  'directories',
  'domain controller certificates',
  'gateways',
  'service provider',
  'smart credentials',
] as const
export type AreaToCome = (typeof areasToCome)[number]

const nowhere: Carried = { places: [], waitsFor: null, shownBy: null, listed: [] }

/** Declared here, and used by what runs. */
export const at = (...places: readonly string[]): Carried => ({ ...nowhere, places })

/** An enumeration with its values, a bar between two of them. */
export const list = (values: string, ...places: readonly string[]): Carried => ({
  ...at(...places),
  listed: values.split('|'),
})

/** Declared or not: nothing uses it before this area is built. */
export const waits = (waitsFor: AreaToCome, ...places: readonly string[]): Carried => ({
  ...at(...places),
  waitsFor,
})

/** No declaration of its own. */
export const shown = (shownBy: string): Carried => ({ ...nowhere, shownBy })
