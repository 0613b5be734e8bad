import { fieldsOfWorkflow, isFiledField, isUniqueField } from '@signet/card/enrolment/definition'
import { type BulkKindName, bulkKindOf, columnOfAttribute, columnOfField } from '@signet/rules/bulk'
import { foldName } from '@signet/rules/text'
import type { Context } from '../../../../kit/context.ts'
import type { BulkMappingEntry } from '../../../../platform/db/schema/bulk-operations.ts'
import { definitions } from '../../../identity/user-attributes/index.ts'
import { designTold } from './told-once.ts'

/** A column that the tenant has made: an attribute of users, or a field of a design. */
export interface OwnColumn {
  readonly column: string
  /** As people know it. */
  readonly name: string
  readonly isRequired: boolean
  readonly isUnique: boolean
  readonly choices: readonly string[]
}

const attributes = async (ctx: Context): Promise<readonly OwnColumn[]> => {
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

/** The fields of the design that the operation is about. */
const fields = async (
  ctx: Context,
  mapping: readonly BulkMappingEntry[],
): Promise<readonly OwnColumn[]> => {
  const workflow = await designTold(ctx, mapping)
  if (workflow === null) return []
  return fieldsOfWorkflow(workflow.definition)
    .filter(isFiledField)
    .map((field) => ({
      column: columnOfField(field.id),
      name: field.name,
      isRequired: field.mandatory && !('default' in field && field.default !== ''),
      isUnique: isUniqueField(field),
      choices: field.kind === 'LIST' ? field.values : [],
    }))
}

/** The tenant's own columns of a kind. */
export const ownColumns = (
  ctx: Context,
  kind: BulkKindName,
  mapping: readonly BulkMappingEntry[],
): Promise<readonly OwnColumn[]> => {
  const { ownColumns: own } = bulkKindOf(kind)
  if (own === 'ATTRIBUTES') return attributes(ctx)
  return own === 'FIELDS' ? fields(ctx, mapping) : Promise.resolve([])
}

/** The position of the header that spells the column's name; null when none does. */
export const ownSource = ({ name }: OwnColumn, headers: readonly string[]): number | null => {
  const at = headers.findIndex((header) => foldName(header) === foldName(name))
  return at === -1 ? null : at
}
