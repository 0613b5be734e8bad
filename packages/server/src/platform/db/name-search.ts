import { foldName } from '@signet/rules/text'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** What narrows a list that is answered whole. */
export interface NameSearch {
  readonly search?: string | undefined
  readonly limit?: number | undefined
}

/** Whether a name, compared as names are, holds what is looked for; true where nothing is. */
export const isNamed = (name: string, { search }: NameSearch): boolean =>
  search === undefined || foldName(name).includes(foldName(search))

/** The same of the column `name_key`. */
export const nameHolds = ({ search }: NameSearch): RawBuilder<SqlBool> =>
  search === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`position(${foldName(search)}::text in name_key) > 0`
