import type { UserAttributeValues } from '@signet/contract/identity/user-attribute'
import { type Budget, matchingOfARequest } from '@signet/rules/patterns'
import { attributeFault } from '@signet/rules/user-attributes'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Context, RequestInfo } from '../../../kit/context.ts'
import { ApiError, type FieldFault } from '../../../kit/errors.ts'
import type { UserAttributeValueRow } from '../../../platform/db/schema/identity.ts'
import type { Definition } from './definitions.ts'
import { storedKey } from './stored-key.ts'

export type StoredAttributeValue = Selectable<UserAttributeValueRow>
type Given = z.output<typeof UserAttributeValues>
type Values = Readonly<Record<string, string>>

export interface JudgedValues {
  /** All values after the change, by attribute. */
  readonly values: Values
  /** The attributes whose value differs. */
  readonly changed: readonly Definition[]
  /** Of all values, as they are looked up. */
  readonly rowsOf: (user: {
    readonly tenantId: string
    readonly id: string
  }) => readonly StoredAttributeValue[]
}

interface Wanted {
  readonly definitions: readonly Definition[]
  /** What all values that are judged together may take to compare with their patterns. */
  readonly matching: Budget
  readonly before: Values
  readonly given: Given
}

const budgets = new WeakMap<RequestInfo, Budget>()

/** What all values of this request share, however many users they are of. */
export const matchingOf = ({ request }: Pick<Context, 'request'>): Budget => {
  const known = budgets.get(request)
  if (known !== undefined) return known
  const matching = matchingOfARequest()
  budgets.set(request, matching)
  return matching
}

const path = 'body.userAttributeValues'

const missing = (
  definitions: readonly Definition[],
  values: Values,
  given: Given,
): readonly FieldFault[] =>
  definitions
    .filter(({ id, group, required }) => group === 'EXTRA' && required && values[id] === undefined)
    .map(({ id, name }) => {
      const index = given.findIndex(({ userAttributeId }) => userAttributeId === id)
      const message = `${name} is required`
      return { path: index < 0 ? path : `${path}.${index}.value`, message }
    })

/** @throws invalid_parameters naming what is wrong with which attribute */
const refuseFaults = (fields: readonly FieldFault[]): void => {
  if (fields.length > 0) throw new ApiError('invalid_parameters', { fields })
}

/**
 * The values of a user after a change; every required one must be there.
 * @throws invalid_parameters
 */
export const judgeValues = ({ definitions, matching, before, given }: Wanted): JudgedValues => {
  const own = new Map(
    definitions.filter(({ group }) => group === 'EXTRA').map((each) => [each.id, each]),
  )
  const faultOf = (definition: Definition | undefined, value: string | null): string | null => {
    if (definition === undefined) return 'names no own attribute'
    return value === null ? null : attributeFault(definition, value, matching)
  }
  refuseFaults(
    given.flatMap(({ userAttributeId: id, value }, index): FieldFault[] => {
      const message = faultOf(own.get(id), value)
      return message === null ? [] : [{ path: `${path}.${index}.value`, message }]
    }),
  )
  const after = new Map(Object.entries(before))
  for (const { userAttributeId: id, value } of given) {
    if (value === null) after.delete(id)
    else after.set(id, value.trim())
  }
  const values = Object.fromEntries(after)
  const changed = [...own.values()].filter(({ id }) => before[id] !== values[id])
  refuseFaults(missing(definitions, values, given))
  return { values, changed, rowsOf: (user) => rowsOf(own, values, user) }
}

const rowsOf = (
  own: ReadonlyMap<string, Definition>,
  values: Values,
  { tenantId, id: userId }: { readonly tenantId: string; readonly id: string },
): StoredAttributeValue[] =>
  Object.entries(values).map(([id, value]) => {
    const key = storedKey(value)
    return {
      tenant_id: tenantId,
      attribute_id: id,
      user_id: userId,
      normalised: key,
      unique_key: own.get(id)?.unique === true ? key : null,
    }
  })
