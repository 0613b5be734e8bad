import type { UserChange } from '@signet/contract/identity/user'
import type { Budget } from '@signet/rules/patterns'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type Definition, type JudgedValues, judgeValues } from '../user-attributes/index.ts'
import { isSelf } from './users.policy.ts'
import type { FoundUser } from './users.repository.ts'

type Change = z.output<typeof UserChange>
type Fields = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

const refuseWithout = (required: readonly Definition[], isMissing: (field: string) => boolean) => {
  const fields = required.flatMap(({ field, required: isRequired, requiredFixed }) =>
    field !== null && isRequired && !requiredFixed && isMissing(field)
      ? [{ path: `body.${field}`, message: 'is required' }]
      : [],
  )
  if (fields.length > 0) throw new ApiError('invalid_parameters', { fields })
}

/** The tenant's attributes, and what comparing values with their patterns may take. */
interface Judging {
  readonly known: readonly Definition[]
  readonly matching: Budget
}

/** The own attributes of a user to be. @throws invalid_parameters without a required one */
export const newUserAttributes = (
  { known, matching }: Judging,
  given: Fields & { readonly userAttributeValues: NonNullable<Change['userAttributeValues']> },
): JudgedValues => {
  refuseWithout(known, (field) => isEmpty(given[field]))
  return judgeValues({
    definitions: known,
    matching,
    before: {},
    given: given.userAttributeValues,
  })
}

const refuseOwnHand = (ctx: Context, user: FoundUser, changed: readonly Definition[]): void => {
  if (!isSelf(ctx, user.id) || changed.every(({ userEditable }) => userEditable)) return
  throw new ApiError('user_edit_restricted', {
    fields: [{ path: 'body.userAttributeValues', message: 'is not changed here' }],
  })
}

interface Changing extends Judging {
  readonly user: FoundUser
  readonly change: Change
}

/**
 * What a change does to own attributes; null when their values stay.
 * @throws invalid_parameters when a value does not fit or a required one goes; user_edit_restricted
 */
export const changedAttributes = (
  ctx: Context,
  { known, matching, user, change }: Changing,
): JudgedValues | null => {
  const fields: Fields = change
  refuseWithout(known, (field) => fields[field] === null)
  if (change.userAttributeValues === undefined) return null
  const judged = judgeValues({
    definitions: known,
    matching,
    before: user.attributes,
    given: change.userAttributeValues,
  })
  refuseOwnHand(ctx, user, judged.changed)
  return judged.changed.length === 0 ? null : judged
}

/** For the audit event: the changed values by the names of their attributes. */
export const shownAttributes = (
  judged: JudgedValues | null,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> =>
  judged === null
    ? {}
    : {
        userAttributeValues: Object.fromEntries(
          judged.changed.map(({ id, name }) => [name, values[id] ?? null]),
        ),
      }
