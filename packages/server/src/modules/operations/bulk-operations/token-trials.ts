import type { TokenTrial } from '@signet/contract/authenticators/hardware-tokens'
import { tokenLayoutOf } from '@signet/rules/token-layouts'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { inReadingTurn } from '../../../platform/readers/reading.ts'
import { FileFault } from '../../../platform/readers/tables/file-fault.ts'
import { readRows } from '../../../platform/readers/tables/read-file.ts'
import { fileTokens, leastSecretOf } from '../../authenticators/hardware-tokens/index.ts'
import { usableAdapters } from '../../authenticators/tokens/index.ts'
import type { StoredOperation } from './bulk-operations.repository.ts'
import { asApiError, find } from './bulk-operations.service.ts'
import type { ValueRow, Verdict } from './bulk-work.ts'
import { describedToken } from './kinds/described-tokens.ts'
import { importHardwareTokens } from './kinds/import-hardware-tokens.ts'
import { everySecret } from './kinds/token-secrets.ts'
import { readingOf } from './life-cycle/bulk-reading.ts'
import { Batches, batchRows } from './reading/bulk-batches.ts'
import { storedFile } from './reading/bulk-files.ts'

/** Rows that are looked through for one serial number. */
const mostRows = 20_000

const unfit = (column: string | null | undefined, message: string | null | undefined): ApiError =>
  new ApiError('invalid_parameters', {
    fields: [{ path: `file.${column ?? ''}`, message: message ?? 'cannot be imported' }],
  })

/** The row of a token, or why it is none. @throws FileFault */
const rowOf = async (
  ctx: Context,
  operation: StoredOperation,
  serial: string,
): Promise<ValueRow | Verdict | null> => {
  const fresh = { ...operation, position: null, rows_done: 0 }
  const read = readRows(storedFile(ctx, operation), readingOf(operation))
  let looked = 0
  for await (const { rows, refused } of new Batches(fresh, importHardwareTokens).of(read)) {
    const row = rows.find(({ values }) => values.serialNumber === serial)
    const found = row ?? refused.find(({ name }) => name === serial)
    if (found !== undefined) return found
    looked += batchRows
    if (looked >= mostRows) return null
  }
  return null
}

/** @throws not_found, bulk_invalid_state, bulk_file_invalid, invalid_parameters */
export const tryToken = async (
  ctx: Context,
  id: string,
  { serialNumber, response }: z.output<typeof TokenTrial>,
) => {
  const operation = await find(ctx, 'importhardwaretokens', id)
  if (operation.state !== 'UPLOADED' && operation.state !== 'CHECKED') {
    throw new ApiError('bulk_invalid_state')
  }
  let row: ValueRow | Verdict | null
  try {
    row = await inReadingTurn(ctx.tenant.id, () => rowOf(ctx, operation, serialNumber))
  } catch (error) {
    throw error instanceof FileFault ? asApiError(error) : error
  }
  if (row === null) throw new ApiError('not_found')
  if ('action' in row) throw unfit(row.column, row.message ?? row.errorCode)
  const judged = describedToken(row, {
    algorithms: await usableAdapters(ctx),
    least: await leastSecretOf(ctx),
    layout: tokenLayoutOf(operation),
  })
  if ('fault' in judged) throw unfit(judged.fault.column, judged.fault.message)
  const { token } = judged
  const others = everySecret(row.values.secret ?? '').filter(
    ({ encoding }) => encoding !== token.encoding,
  )
  return fileTokens.triedCode(ctx, { token, response, readings: [token, ...others] })
}
