import type {
  BatchOutcome,
  createUsers,
  deleteUsers,
  updateUsers,
} from '@signet/contract/identity/user-batches'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { createContext } from '../../../kit/create-context.ts'
import { toApiError } from '../../../kit/errors.ts'
import { create, remove, update } from './users.service.ts'
import type { InitialPassword } from './users.slots.ts'

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

export const createEach = (
  ctx: Context,
  passwords: InitialPassword,
  { users }: BodyOf<typeof createUsers>,
) => eachRow(ctx, users, async (user) => (await create(ctx, passwords, user)).id)

/** A row's version stands for its If-Match. */
export const updateEach = (ctx: Context, { users }: BodyOf<typeof updateUsers>) =>
  eachRow(ctx, users, async ({ id, version, ...change }) => {
    const rowContext = createContext({ ...ctx, ifMatch: version ?? null })
    return (await update(rowContext, id, change)).id
  })

export const removeEach = (ctx: Context, { ids }: BodyOf<typeof deleteUsers>) => {
  const rowContext = createContext({ ...ctx, ifMatch: null })
  return eachRow(ctx, ids, async (id) => {
    await remove(rowContext, id)
    return id
  })
}
