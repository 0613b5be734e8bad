import type { BulkRows } from '@signet/contract/operations/bulk-operations'
import type { BulkKindName } from '@signet/rules/bulk'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { Streamed } from '../../../../kit/routes.ts'
import { csvCell } from '../../../../platform/csv.ts'
import type { BulkEntry } from '../../../../platform/db/schema/bulk-operations.ts'
import { presentEntry } from '../bulk-operations.present.ts'
import { findResults } from '../bulk-operations.repository.ts'
import { find } from '../bulk-operations.service.ts'
import { rowText } from './row-texts.ts'

interface Asked {
  readonly kind: BulkKindName
  readonly id: string
}

/** One batch of results; those of the rows that failed alone, when they are asked for. */
export const listRows = async (
  ctx: Context,
  { kind, id }: Asked,
  { after, only }: { readonly after: number; readonly only: 'ALL' | 'ERROR' },
): Promise<z.input<typeof BulkRows>> => {
  await find(ctx, kind, id)
  const onlyFailed = only === 'ERROR'
  const batch = await findResults(ctx, { operationId: id, after, onlyFailed })
  if (batch === undefined) return { results: [], nextAfter: null }
  const entries = batch.entries.filter(([, , action]) => !onlyFailed || action === 'ERROR')
  const next = await findResults(ctx, { operationId: id, after: batch.from_line, onlyFailed })
  return {
    results: entries.map(presentEntry),
    nextAfter: next === undefined ? null : batch.from_line,
  }
}

const headers = ['line', 'name', 'action', 'id', 'error', 'column', 'message', 'assumed'] as const

const assumedIn = ([, , , , , , , , assumed = []]: BulkEntry): string =>
  assumed.map(({ column, value }) => `${column}=${value}`).join(' ')

const lineOf = (entry: BulkEntry, locale: string): string => {
  const [line, name, action, id, error, column, message] = entry
  const why = error === null ? message : rowText(locale, error, message)
  const cells = [line, name, action, id, error, column, why, assumedIn(entry)]
  return `${cells.map((cell) => csvCell(cell === null ? '' : String(cell))).join(',')}\r\n`
}

async function* resultLines(ctx: Context, operationId: string): AsyncGenerator<string> {
  // The byte order mark lets Excel read UTF-8.
  yield `\uFEFF${headers.join(',')}\r\n`
  let after = 0
  for (;;) {
    const batch = await findResults(ctx, { operationId, after, onlyFailed: false })
    if (batch === undefined) return
    after = batch.from_line
    yield batch.entries.map((entry) => lineOf(entry, ctx.locale)).join('')
  }
}

/** The result of every row, sent batch by batch. @throws not_found */
export const resultFile = async (ctx: Context, { kind, id }: Asked): Promise<Streamed> => {
  await find(ctx, kind, id)
  return new Streamed(`${kind}-result.csv`, resultLines(ctx, id))
}
