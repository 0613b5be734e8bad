import type { BatchOutcome } from '@signet/contract/identity/batches'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { createContext } from '../../../kit/create-context.ts'
import { toApiError } from '../../../kit/errors.ts'

type Outcome = z.input<typeof BatchOutcome>

const failure = (ctx: Context, index: number, thrown: unknown): Outcome => {
  const error = toApiError(thrown)
  if (error.code === 'service_unavailable') throw error
  if (error.code === 'general_error') {
    ctx.log.error({ requestId: ctx.request.id, err: thrown }, 'a row of a batch failed')
  }
  return {
    index,
    outcome: 'FAILURE',
    id: null,
    errorCode: error.code,
    fields: [...(error.details.fields ?? [])],
  }
}

/** One row after the other, each in a transaction of its own. */
export const eachRow = async <R>(
  ctx: Context,
  rows: readonly R[],
  work: (row: R) => Promise<string>,
): Promise<{ results: Outcome[] }> => {
  const results: Outcome[] = []
  for (const [index, row] of rows.entries()) {
    try {
      const id = await work(row)
      results.push({ index, outcome: 'SUCCESS', id, errorCode: null, fields: [] })
    } catch (error) {
      results.push(failure(ctx, index, error))
    }
  }
  return { results }
}

/** Removes each by its id; the call's own If-Match is none of theirs. */
export const removeRows = (
  ctx: Context,
  ids: readonly string[],
  remove: (ctx: Context, id: string) => Promise<unknown>,
): Promise<{ results: Outcome[] }> => {
  const rowContext = createContext({ ...ctx, ifMatch: null })
  return eachRow(ctx, ids, async (id) => {
    await remove(rowContext, id)
    return id
  })
}
