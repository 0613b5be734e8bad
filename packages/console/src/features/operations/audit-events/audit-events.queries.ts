import { type AuditEvent, listAuditEvents } from '@signet/contract/operations/audit-events'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'
import { type Filter, filterOf } from './audit-filter.ts'

export type Event = z.output<typeof AuditEvent>

const subject = 'audit'

export const auditEventsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listAuditEvents, {
      body: {
        ...filterOf(request),
        limit: request.limit,
        ...(request.cursor === null ? {} : { cursor: request.cursor }),
      },
      signal,
    }),
})

/** So many entries an export reads; more are a job for the server. */
export const mostExported = 10_000
const pageLimit = 100

interface Reading {
  readonly signal: AbortSignal
  readonly onProgress: (count: number) => void
}

/** Reads the whole report page by page, the newest first. */
export const readAllEvents = async (
  filter: Filter,
  { signal, onProgress }: Reading,
): Promise<{ readonly events: readonly Event[]; readonly isComplete: boolean }> => {
  const events: Event[] = []
  let cursor: string | null = null
  do {
    const body: Filter & { limit: number; cursor?: string } = { ...filter, limit: pageLimit }
    if (cursor !== null) body.cursor = cursor
    const page: { results: Event[]; paging: { nextCursor: string | null } } = await call(
      listAuditEvents,
      { body, signal },
    )
    events.push(...page.results)
    cursor = page.paging.nextCursor
    onProgress(events.length)
  } while (cursor !== null && events.length < mostExported)
  return { events, isComplete: cursor === null }
}
