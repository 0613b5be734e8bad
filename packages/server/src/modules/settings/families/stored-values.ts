import type { Family } from '@signet/contract/kit/settings-family'
import { strengthening } from '@signet/contract/kit/weaker'
import { weakerFamily } from '@signet/contract/settings/weaker-families'
import type { z } from 'zod'

export type Values<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>

type Stored = Readonly<Record<string, unknown>>

/** The fields that a row holds and that fit today's schema; the rest have their defaults. */
const fitting = <S extends z.ZodRawShape, Secret extends string>(
  { fields }: Family<S, Secret>,
  stored: Stored,
): Stored => {
  const some = fields.partial()
  const fits = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(fields.shape, name) && some.safeParse({ [name]: value }).success
  return Object.fromEntries(Object.entries(stored).filter(fits))
}

/**
 * A family as its row has it. Reading is lenient where the wire is strict: a field that an earlier
 * release wrote otherwise falls back to its default, and the sign-in goes on.
 */
export const valuesOf = <S extends z.ZodRawShape, Secret extends string>(
  family: Family<S, Secret>,
  stored: Stored | undefined,
): Values<S> => {
  if (stored === undefined) return family.defaults
  const defaults: Stored = family.defaults
  const read = family.fields.parse({ ...defaults, ...fitting(family, stored) })
  return family.rule(read).length === 0 ? read : family.defaults
}

/** Values of a group policy over the tenant's; the tenant's alone where they do not go together any more. */
export const overlaid = <S extends z.ZodRawShape, Secret extends string>(
  family: Family<S, Secret>,
  tenants: Values<S>,
  own: Stored,
): Values<S> => {
  const below: Stored = tenants
  const read = family.fields.safeParse({ ...below, ...fitting(family, own) })
  return read.success && family.rule(read.data).length === 0 ? read.data : tenants
}

/** Of values those that hold for administrators: what is weaker than the default is as that has it. */
export const strengthenerOf = <S extends z.ZodRawShape, Secret extends string>(
  family: Family<S, Secret>,
) => {
  const judged = weakerFamily(family.name)
  const made = new WeakMap<Values<S>, Values<S>>()
  if (judged === undefined || judged.isClosedToAdministrators) return (values: Values<S>) => values
  return (values: Values<S>): Values<S> => {
    const known = made.get(values)
    if (known !== undefined) return known
    const stronger = strengthening(judged.fields, values, judged.usual)
    const isStrong = Object.keys(stronger).length === 0
    const own = isStrong ? values : overlaid(family, values, stronger)
    made.set(values, own)
    return own
  }
}
