import { listArchivedEvents } from '@signet/contract/operations/archives'
import { type AuditEvent, listAuditEvents } from '@signet/contract/operations/audit-events'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'
import { filterOf } from './audit-filter.ts'

export type Event = z.output<typeof AuditEvent>

const subject = 'audit'

const pageOf = (request: ListRequest) => ({
  ...filterOf(request),
  limit: request.limit,
  ...(request.cursor === null ? {} : { cursor: request.cursor }),
})

export const auditEventsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listAuditEvents, { body: pageOf(request), signal }),
})

/** Of an archive that is open for reading. */
export const archivedEventsQuery = (id: string) => (request: ListRequest) => ({
  queryKey: [subject, 'archive', id, request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listArchivedEvents, { params: { id }, body: pageOf(request), signal }),
})
