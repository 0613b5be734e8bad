import type { AuditEvent, AuditFilter } from '@signet/contract/operations/audit-events'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import {
  type AuditQuery,
  countEvents,
  type ListedEvent,
  listEvents,
} from './audit-events.repository.ts'

type Wire = z.input<typeof AuditEvent>

const dayMillis = 86_400_000
const defaultDays = 90

const Fields = z.record(z.string(), z.unknown()).nullable().default(null)
const Detail = z.object({
  userAgent: z.string().nullable().default(null),
  before: Fields,
  after: Fields,
  attributes: Fields,
})
const erasedDetail: z.output<typeof Detail> = {
  userAgent: null,
  before: null,
  after: null,
  attributes: null,
}

const present = (row: ListedEvent): Wire => ({
  id: row.id,
  eventTime: row.occurred_at,
  actorType: row.actor_kind,
  actorId: row.actor_id,
  actorName: row.actor_name ?? '',
  entityType: row.entity,
  entityId: row.entity_id,
  entityName: row.entity_name ?? '',
  action: row.action,
  outcome: row.outcome,
  requestId: row.request_id ?? '',
  address: row.address,
  ...(row.detail === null ? erasedDetail : Detail.parse(JSON.parse(row.detail))),
  erased: row.detail === null,
})

const queryOf = (ctx: Context, filter: z.output<typeof AuditFilter>): AuditQuery => {
  const now = ctx.platform.clock.now().getTime()
  const { from, until, ...rest } = filter
  return {
    ...rest,
    tenantId: ctx.tenant.id,
    from: new Date(from ?? now - defaultDays * dayMillis),
    until: new Date(until ?? now + dayMillis),
  }
}

export interface AuditPage extends z.output<typeof AuditFilter> {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Names the list with its filters, so that a cursor fits only the search it came from. */
const listName = (
  order: string,
  { limit: _limit, cursor: _cursor, ...filter }: AuditPage,
): string => `audit ${order} ${JSON.stringify(filter)}`

export const search = async (ctx: Context, wanted: AuditPage, order: 'asc' | 'desc' = 'desc') => {
  const { limit, cursor, ...filter } = wanted
  const list = listName(order, wanted)
  const position = positionOf(ctx, list, cursor)
  const query = queryOf(ctx, filter)
  const [rows, total] = await Promise.all([
    listEvents(ctx.db, query, { limit, position, order }),
    countEvents(ctx.db, query),
  ])
  const page = pageOf(ctx, {
    list,
    limit,
    position,
    rows,
    edge: (row) => [row.occurred_at.toISOString(), row.id],
    total,
  })
  return { ...page, results: page.results.map(present) }
}
