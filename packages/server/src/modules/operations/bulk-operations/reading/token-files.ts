import { type BulkKindName, bulkHeadlessFormats } from '@signet/rules/bulk'
import { hashNameIn, headlessTokenFile, tokenLayoutOf } from '@signet/rules/token-layouts'
import type { BulkMappingEntry } from '../../../../platform/db/schema/bulk-operations.ts'
import type { Beginning } from '../../../../platform/readers/tables/read-file.ts'

const isOfTokens = (kind: BulkKindName): boolean => kind === 'importhardwaretokens'

/** A token file whose first row is a token gets the columns that such files have. */
export const asTokenFile = (kind: BulkKindName, beginning: Beginning): Beginning => {
  const { headers: first, samples } = beginning
  const headless = isOfTokens(kind) ? headlessTokenFile(beginning.format, first) : null
  if (headless === null) return beginning
  const cells = (row: readonly string[]): readonly string[] =>
    headless.format === 'raw ' ? (row[0] ?? '').split(' ') : row
  const rows = headless.hasFirst ? [first, ...samples] : samples
  const format = bulkHeadlessFormats.find((each) => each === headless.format) ?? beginning.format
  return { ...beginning, format, headers: headless.headers, samples: rows.map(cells) }
}

/** A column `algorithm` whose cells name hash functions is that of the hash; `type` is the other. */
export const withHashColumn = (
  mapping: readonly BulkMappingEntry[],
  { headers, samples }: Beginning,
): readonly BulkMappingEntry[] => {
  const entry = mapping.find(({ column }) => column === 'algorithmType')
  const source = entry?.source ?? null
  if (source === null || mapping.some(({ column }) => column === 'hash')) return mapping
  const cells = samples.flatMap((row) => row[source] ?? [])
  if (cells.length === 0 || !cells.every((cell) => hashNameIn(cell) !== null)) return mapping
  const type = headers.findIndex((header) => /^(?:otp |token )?type$/i.test(header.trim()))
  return [
    ...mapping.filter((each) => each !== entry),
    { column: 'hash', source, value: null },
    ...(type === -1 ? [] : [{ column: 'algorithmType', source: type, value: null }]),
  ]
}

/** How a token file is laid out; null for files of other kinds. */
export const tokenLayoutIn = (kind: BulkKindName, beginning: Beginning) => {
  if (!isOfTokens(kind)) return null
  const { name, usual } = tokenLayoutOf(beginning)
  const { algorithmType = null, periodSeconds = null, secretEncoding = null } = usual
  return { name, algorithmType, periodSeconds, secretEncoding }
}
