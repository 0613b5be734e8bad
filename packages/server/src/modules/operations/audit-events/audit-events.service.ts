import type { AuditEvent, AuditFilter } from '@signet/contract/operations/audit-events'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { readPage, type Total, type Window } from '../../../kit/lists.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import {
  type AuditQuery,
  countEvents,
  type ListedEvent,
  listEvents,
} from './audit-events.repository.ts'

type Wire = z.input<typeof AuditEvent>
export type FoundEvent = Wire

const dayMillis = 86_400_000
const defaultDays = 90

const Fields = z.record(z.string(), z.unknown()).nullable().default(null)
const Detail = z.object({
  country: z.string().nullable().default(null),
  userAgent: z.string().nullable().default(null),
  before: Fields,
  after: Fields,
  attributes: Fields,
})
const erasedDetail: z.output<typeof Detail> = {
  country: null,
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

/** The filter of the wire, and one of ours. */
interface Filter extends z.output<typeof AuditFilter> {
  readonly notActorId?: string | undefined
  /** Of whatever groups the person is: for what people see of themselves. */
  readonly everyGroup?: true
}

const queryOf = (ctx: Context, filter: Filter): AuditQuery => {
  const now = ctx.platform.clock.now().getTime()
  const { from, until, everyGroup, ...rest } = filter
  const inSight = everyGroup === true ? 'ALL' : groupsInSight(ctx)
  return {
    ...rest,
    tenantId: ctx.tenant.id,
    groups: inSight === 'ALL' ? null : [...inSight],
    from: new Date(from ?? now - defaultDays * dayMillis),
    until: new Date(until ?? now + dayMillis),
  }
}

export interface AuditPage extends Filter {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Where events are searched. */
interface EventSource {
  /** Names its lists, so that a cursor fits only the place that it came from. */
  readonly name: string
  readonly list: (wanted: AuditQuery, window: Window) => Promise<readonly ListedEvent[]>
  readonly count: (wanted: AuditQuery) => Promise<Total>
}

interface Place {
  readonly source: EventSource
  readonly order: 'asc' | 'desc'
}

export const searchIn = async (ctx: Context, wanted: AuditPage, { source, order }: Place) => {
  const { limit: _limit, cursor: _cursor, ...filter } = wanted
  const query = queryOf(ctx, filter)
  const page = await readPage(ctx, wanted, {
    name: `${source.name} ${order}`,
    descending: order === 'desc',
    read: async (window) => {
      const [rows, total] = await Promise.all([source.list(query, window), source.count(query)])
      return { rows, total }
    },
    edge: (row) => [row.occurred_at.toISOString(), row.id],
  })
  return { ...page, results: page.results.map(present) }
}

const auditLog = ({ db }: Context): EventSource => ({
  name: 'audit',
  list: (wanted, window) => listEvents(db, wanted, window),
  count: (wanted) => countEvents(db, wanted),
})

export const search = (ctx: Context, wanted: AuditPage, order: 'asc' | 'desc' = 'desc') =>
  searchIn(ctx, wanted, { source: auditLog(ctx), order })
