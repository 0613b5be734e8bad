import { type BulkKindName, bulkKindOf, columnOfAttribute } from '@signet/rules/bulk'
import { foldName } from '@signet/rules/text'
import type { Context } from '../../../kit/context.ts'
import { definitions } from '../../identity/user-attributes/index.ts'

/** A column for an attribute that the tenant has defined. */
export interface OwnColumn {
  readonly column: string
  /** The attribute's, as people know it. */
  readonly name: string
  readonly isRequired: boolean
  readonly isUnique: boolean
  readonly choices: readonly string[]
}

/** The tenant's own columns of a kind, by name. */
export const ownColumns = async (
  ctx: Context,
  kind: BulkKindName,
): Promise<readonly OwnColumn[]> => {
  if (!bulkKindOf(kind).takesAttributes) return []
  const known = await definitions(ctx)
  return known
    .filter(({ group }) => group === 'EXTRA')
    .map(({ id, name, required, unique, choices }) => ({
      column: columnOfAttribute(id),
      name,
      isRequired: required,
      isUnique: unique,
      choices,
    }))
}

/** The position of the header that spells the attribute's name; null when none does. */
export const ownSource = ({ name }: OwnColumn, headers: readonly string[]): number | null => {
  const at = headers.findIndex((header) => foldName(header) === foldName(name))
  return at === -1 ? null : at
}
