import type { z } from 'zod'
import type { Family } from './settings-family.ts'
import type { Weaker, WeakerFields } from './weaker.ts'

export interface WeakerFamily {
  readonly name: string
  readonly defaults: Readonly<Record<string, unknown>>
  /** What is usual: the defaults, and what a default leaves to the service. */
  readonly usual: Readonly<Record<string, unknown>>
  readonly fields: WeakerFields
  readonly harmless: readonly string[]
  /** No administrator signs in so: the values are the same for all users, so that no answer tells who administers. */
  readonly isClosedToAdministrators?: true
}

/** `harmless`: switches and choices of the family that lower nothing, whichever way they stand. */
export const weaker = <S extends z.ZodRawShape, Secret extends string>(
  { name, defaults }: Family<S, Secret>,
  fields: { readonly [K in keyof S]?: Weaker },
  harmless: readonly (keyof S & string)[] = [],
): WeakerFamily => ({ name, defaults, usual: defaults, fields: { ...fields }, harmless })
