import { NewUser, UserChange } from '@signet/contract/identity/user'
import { importedUserFields } from '@signet/rules/bulk-people'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { userSets } from '../../../identity/users/index.ts'
import { failed, faultOf, listIn, type Prepared, type ValueRow } from '../bulk-work.ts'
import { ownValuesOf } from './own-values.ts'

export const nameOfUser = ({ values }: ValueRow): string => values.userId ?? ''

const aliasesOf = ({ values }: ValueRow): readonly string[] | undefined =>
  values.userAliases === undefined ? undefined : listIn(values.userAliases)

/** The normalised user id and aliases of a row. */
const identifiersOf = (row: ValueRow): string[] =>
  [nameOfUser(row), ...(aliasesOf(row) ?? [])].flatMap((text) => normaliseIdentifier(text) ?? [])

export const keysOfUser = (row: ValueRow): readonly string[] => {
  const { externalId } = row.values
  return [
    ...new Set(identifiersOf(row).map((key) => `i:${key}`)),
    ...(externalId === undefined ? [] : [`x:${externalId}`]),
  ]
}

/** Where a row gives one of its keys. */
export const columnOfUserKey = (row: ValueRow, key: string): string => {
  if (key.startsWith('x:')) return 'externalId'
  return key === `i:${normaliseIdentifier(nameOfUser(row))}` ? 'userId' : 'userAliases'
}

const flagOf = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true'

const wantedOf = (row: ValueRow): Record<string, unknown> => {
  const { values } = row
  const wanted: Record<string, unknown> = { userId: nameOfUser(row) }
  for (const field of importedUserFields) {
    if (values[field] !== undefined) wanted[field] = values[field]
  }
  const more = {
    userAliases: aliasesOf(row),
    state: values.state?.toUpperCase(),
    registrationRequired: flagOf(values.registrationRequired),
    verificationRequired: flagOf(values.verificationRequired),
  }
  for (const [name, value] of Object.entries(more)) if (value !== undefined) wanted[name] = value
  const own = ownValuesOf(row)
  return own.length === 0 ? wanted : { ...wanted, userAttributeValues: own }
}

/** Fields that a row gives a value for. */
export const fieldsOf = (row: ValueRow): ReadonlySet<string> => new Set(Object.keys(wantedOf(row)))

/** A row may name an existing user whose user ID has spaces. */
const RowUser = NewUser.extend({ userId: UserChange.shape.userId.unwrap() })

/** Judges a row by the rules of a new user. */
export const judgedRow = async (ctx: Context, row: ValueRow): Promise<Prepared> => {
  const parsed = RowUser.safeParse(wantedOf(row))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const column = String(issue?.path[0] ?? 'userId')
    const message = issue?.message ?? null
    return failed(row, nameOfUser(row), { code: 'invalid_parameters', column, message })
  }
  try {
    return { ...row, user: await userSets.dialled(ctx, parsed.data) }
  } catch (error) {
    return failed(row, nameOfUser(row), faultOf(error))
  }
}

/** A row as a user to be. */
export interface ImportedUser {
  readonly row: ValueRow
  readonly user: z.output<typeof NewUser>
  /** Its user id, normalised. */
  readonly key: string
  /** Its aliases too. */
  readonly keys: readonly string[]
}

/** @throws Error for a row that was not judged */
export const importedUser = (row: ValueRow): ImportedUser => {
  const keys = identifiersOf(row)
  const [key] = keys
  if (row.user === undefined || key === undefined) throw new Error('the row was not judged')
  return { row, user: row.user, key, keys }
}
