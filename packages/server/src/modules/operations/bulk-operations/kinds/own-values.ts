import { attributeOfColumn } from '@signet/rules/bulk'
import { type Budget, matchingOfARequest } from '@signet/rules/patterns'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import {
  type Definition,
  definitions,
  type JudgedValues,
  storedKey,
} from '../../../identity/user-attributes/index.ts'
import { userSets } from '../../../identity/users/index.ts'
import { faultOf, type RowFault, type ValueRow } from '../bulk-work.ts'

/** What a row says of the tenant's own attributes. */
export const ownValuesOf = ({ values }: ValueRow) =>
  Object.entries(values).flatMap(([column, value]) => {
    const id = attributeOfColumn(column)
    return id === null || value === undefined ? [] : [{ userAttributeId: id, value }]
  })

/** The tenant's attributes, and who has the rows' values of those that are unique. */
export interface KnownAttributes {
  readonly definitions: readonly Definition[]
  /** What comparing the values of all rows with their patterns may take. */
  readonly matching: Budget
  readonly owners: ReadonlyMap<string, string>
  /** Whether there is anything to judge. */
  readonly areAsked: boolean
}

const isAsked = ({ group, required, requiredFixed }: Definition): boolean =>
  group === 'EXTRA' || (required && !requiredFixed)

export const readAttributes = async (
  ctx: Context,
  rows: readonly ValueRow[],
): Promise<KnownAttributes> => {
  const known = await definitions(ctx)
  const unique = new Set(known.filter((each) => each.unique).map(({ id }) => id))
  const values = rows
    .flatMap(ownValuesOf)
    .filter(({ userAttributeId: id }) => unique.has(id))
    .map(({ userAttributeId: id, value }) => ({ id, key: storedKey(value) }))
  return {
    definitions: known,
    matching: matchingOfARequest(),
    owners: await userSets.attributeOwners(ctx, values),
    areAsked: known.some(isAsked),
  }
}

type Judged = { readonly fault: RowFault } | { readonly judged: JudgedValues | null }

/** The fault of a row's values, with the attribute's name as its column. */
const faultIn = ({ definitions: known }: KnownAttributes, row: ValueRow, thrown: unknown) => {
  const fault = faultOf(thrown)
  const [field] = thrown instanceof ApiError ? (thrown.details.fields ?? []) : []
  const at = /userAttributeValues\.(\d+)/.exec(field?.path ?? '')?.[1]
  const given = ownValuesOf(row)
  const found = known.find(({ id, required, group }) =>
    at === undefined
      ? group === 'EXTRA' && required && given.every((each) => each.userAttributeId !== id)
      : id === given[Number(at)]?.userAttributeId,
  )
  return fault.column === 'userAttributeValues' ? { ...fault, column: found?.name ?? null } : fault
}

/** Judges what a row says of own attributes; `self` has its former values. */
export const judgedValues = (
  known: KnownAttributes,
  { row, self }: { readonly row: ValueRow; readonly self: string | null },
  judge: (judging: {
    readonly known: readonly Definition[]
    readonly matching: Budget
  }) => JudgedValues | null,
): Judged => {
  if (!known.areAsked) return { judged: null }
  try {
    const judged = judge({ known: known.definitions, matching: known.matching })
    const taken = judged?.changed.find(({ id }) => {
      const owner = known.owners.get(`${id} ${storedKey(judged.values[id] ?? '')}`)
      return owner !== undefined && owner !== self
    })
    if (taken !== undefined) return { fault: { code: 'user_exists', column: taken.name } }
    return { judged }
  } catch (error) {
    return { fault: faultIn(known, row, error) }
  }
}
