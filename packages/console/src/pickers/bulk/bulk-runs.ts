import {
  type BulkOperation,
  bulkCalls,
  type NewBulkOperation,
} from '@signet/contract/operations/bulk-operations'
import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'

export type BulkRun = z.output<typeof BulkOperation>
type Wanted = z.input<typeof NewBulkOperation>

const liveMillis = 700

export const isLive = ({ state }: BulkRun): boolean => state === 'RUNNING' || state === 'CHECKING'

/** The page of an operation. */
export const bulkRunPath = ({ kind, id }: Pick<BulkRun, 'kind' | 'id'>): string => {
  const { action, type } = bulkKindOf(kind)
  return `/bulkoperations/add/${action}/${type}?id=${id}`
}

const pause = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, liveMillis)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** Waits until nothing happens to an operation by itself any more. */
export const followBulk = async (run: BulkRun, signal?: AbortSignal): Promise<BulkRun> => {
  let now = run
  while (isLive(now)) {
    await pause(signal)
    now = await call(bulkCalls(run.kind).readBulk, { params: { id: run.id }, signal })
  }
  return now
}

const begin = async (kind: BulkKindName, body: Wanted, dryRun: boolean): Promise<BulkRun> => {
  const calls = bulkCalls(kind)
  const { id } = await call(calls.initialiseBulk, { body })
  return call(calls.startBulk, { params: { id }, body: { dryRun } })
}

/** Has the server do it to everyone it is asked for; answers while it is at work. */
export const startBulk = (kind: BulkKindName, body: Wanted): Promise<BulkRun> =>
  begin(kind, body, false)

/** Has the server say what it would do, and does nothing yet; left early, nothing stays of it. */
export const tryBulk = async (
  kind: BulkKindName,
  body: Wanted,
  signal: AbortSignal,
): Promise<BulkRun> => {
  const run = await begin(kind, body, true)
  try {
    return await followBulk(run, signal)
  } catch (error) {
    await cancelBulk(run).catch(() => undefined)
    throw error
  }
}

/** Goes on with one that was tried. */
export const goOnBulk = ({ kind, id }: BulkRun): Promise<BulkRun> =>
  call(bulkCalls(kind).startBulk, { params: { id }, body: { dryRun: false } })

export const cancelBulk = ({ kind, id }: BulkRun): Promise<BulkRun> =>
  call(bulkCalls(kind).cancelBulk, { params: { id } })

/** Puts back what an operation changed, as it was before. */
export const undoBulk = ({ kind, id }: BulkRun): Promise<BulkRun> =>
  startBulk(kind, { operationId: id })

/** An operation, read again and again while it is at work. */
export const bulkRunQuery = (run: BulkRun) =>
  queryOptions({
    queryKey: ['bulk-operations', 'one', run.id],
    queryFn: ({ signal }) => call(bulkCalls(run.kind).readBulk, { params: { id: run.id }, signal }),
    initialData: run,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isLive(state.data) ? liveMillis : false,
  })
