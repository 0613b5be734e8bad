import { weakFields } from '@signet/contract/kit/weaker'
import { weakerFamily } from '@signet/contract/settings/weaker-families'
import type { Context } from '../../../kit/context.ts'
import { changeVoucher, type VoucherChange } from '../vouching/index.ts'

type Values = Readonly<Record<string, unknown>>

/** Fields by which the sign-in of administrators is weaker than usual. */
const weakFor = (name: string, values: Values): readonly string[] => {
  const judged = weakerFamily(name)
  if (judged === undefined) return []
  return weakFields(judged.fields, values, judged.usual)
    .map(({ field }) => field)
    .filter((field) => judged.fields[field]?.isOfAdministrators)
}

interface Change {
  /** The family of settings. */
  readonly name: string
  readonly before: Values
  readonly after: Values
}

/**
 * What weakens the sign-in of administrators is for super administrators to say, and the others of
 * them are told. @throws rights_not_held
 */
export const expectOfAdministrators = (
  ctx: Context,
  subject: VoucherChange['subject'],
  { name, before, after }: Change,
): void => {
  const was = weakFor(name, before)
  const changed = weakFor(name, after).filter((field) => !was.includes(field))
  changeVoucher(ctx, { subject, changed, users: null })
}
