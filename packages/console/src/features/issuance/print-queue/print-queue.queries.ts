import { restartPrintJob } from '@signet/contract/issuance/enrollment-prints'
import {
  changePrint,
  type PrintJob as PrintJobSchema,
  resumePrint,
} from '@signet/contract/issuance/print-jobs'
import { listPrintsOfBatch, readPrint, removePrint } from '@signet/contract/issuance/print-queue'
import { oneOf } from '@signet/rules/membership'
import { queueStates } from '@signet/rules/print-jobs'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'

export type PrintJob = z.output<typeof PrintJobSchema>
type Change = z.input<(typeof changePrint)['body']>
type Wanted = z.input<(typeof restartPrintJob)['body']>

const subject = 'print-queue'
/** Cards come out while somebody looks. */
const refreshMillis = 5000
const isQueueState = oneOf(queueStates)

export const printsQuery = ({ filters, limit, cursor }: ListRequest) => ({
  queryKey: [subject, 'page', filters, limit, cursor],
  refetchInterval: refreshMillis,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listPrintsOfBatch, {
      body: {
        limit,
        ...(cursor === null ? {} : { cursor }),
        ...(isQueueState(filters.state) ? { states: [filters.state] } : {}),
        ...(filters.printer === undefined ? {} : { printerId: filters.printer }),
      },
      signal,
    }),
})

export const printQuery = (printJobId: string) =>
  queryOptions({
    queryKey: [subject, 'one', printJobId],
    queryFn: ({ signal }) => call(readPrint, { params: { printJobId }, signal }),
  })

/** What can be done with a card; each makes the queue stale. */
export const usePrintChanges = () => ({
  change: useChange(
    ({ id, body }: { id: string; body: Change }) =>
      call(changePrint, { params: { printStatusId: id }, body }),
    [subject],
  ),
  remove: useChange(
    (printJobId: string) => call(removePrint, { params: { printJobId } }),
    [subject],
  ),
  goOn: useChange((batchId: string) => call(resumePrint, { body: { id: batchId } }), [subject]),
  again: useChange((body: Wanted) => call(restartPrintJob, { body }), [subject]),
})
