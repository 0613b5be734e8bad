import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import type { BulkColumn, ExistingPolicy } from '@signet/rules/bulk-facts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import type { BulkMappingEntry } from '../../../../platform/db/schema/bulk-operations.ts'
import { type OwnColumn, ownColumns } from './own-columns.ts'
import { expectTold, toldOnce } from './told-once.ts'

const refused = (column: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.mapping.${column}`, message }] })

interface Columns {
  readonly kind: BulkKindName
  readonly own: readonly OwnColumn[]
  /** How many the file has. */
  readonly headers: number
}

const knownColumn = ({ kind, own }: Columns, column: string): BulkColumn | undefined => {
  const known = bulkKindOf(kind).columns.find(({ name }) => name === column)
  if (known !== undefined) return known
  return own.some((each) => each.column === column) ? { name: column, required: false } : undefined
}

const expectEntry = (columns: Columns, { column, source, value }: BulkMappingEntry): void => {
  const known = knownColumn(columns, column)
  if (known === undefined) throw refused(column, 'is no column of this kind')
  if ((source === null) === (value === null)) {
    throw refused(column, 'needs a column of the file or a value')
  }
  if (source !== null && known.once === true) throw refused(column, 'is one value for all rows')
  if (source !== null && source >= columns.headers)
    throw refused(column, 'is no column of the file')
  if (value === null) return
  if (known.secret === true) throw refused(column, 'is a secret: no value for all rows')
  const isKnown = known.values === undefined || known.values.includes(value)
  if (!isKnown) throw refused(column, `is one of ${known.values?.join(', ')}`)
}

/** @throws invalid_parameters for what the kind cannot be told to do with what exists already */
export const expectPolicy = (kind: BulkKindName, policy: ExistingPolicy): void => {
  if (policy === 'ERROR' || bulkKindOf(kind).existing.includes(policy)) return
  const message = 'is not for this kind'
  throw new ApiError('invalid_parameters', { fields: [{ path: 'body.existing', message }] })
}

/** @throws invalid_parameters naming the column that is unknown, missing or named twice */
export const expectMapping = async (
  ctx: Context,
  kind: BulkKindName,
  { mapping, headers }: { readonly mapping: readonly BulkMappingEntry[]; readonly headers: number },
): Promise<void> => {
  const named = new Set(mapping.map(({ column }) => column))
  if (named.size < mapping.length) throw refused('', 'names a column twice')
  const known = { kind, own: await ownColumns(ctx, kind, mapping), headers }
  for (const entry of mapping) expectEntry(known, entry)
  const { columns, names } = bulkKindOf(kind)
  const missing = columns.find(({ name, required }) => required && !named.has(name))
  if (missing !== undefined) throw refused(missing.name, 'is needed')
  if (names.length > 0 && !names.some((name) => named.has(name))) {
    throw refused(names.at(-1) ?? '', 'is needed')
  }
  await expectTold(ctx, toldOnce(kind, mapping), 'body.mapping')
}
