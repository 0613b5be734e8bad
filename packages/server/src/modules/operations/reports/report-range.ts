import {
  intervalMillis,
  type ReportRange,
  type ReportSeries,
} from '@signet/contract/operations/reports'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import type { Series, TimeRange } from './event-counts.ts'

/** What the caller asks about, as far as they may see. */
export const rangeOf = (
  ctx: Context,
  { from, until }: z.output<typeof ReportRange>,
): TimeRange => ({
  tenantId: ctx.tenant.id,
  groups: groupsInSight(ctx) === 'ALL' ? null : [...groupsInSight(ctx)],
  from: new Date(from),
  until: new Date(until),
})

export const seriesOf = (ctx: Context, wanted: z.output<typeof ReportSeries>): Series => ({
  ...rangeOf(ctx, wanted),
  bucketMillis: intervalMillis[wanted.interval],
})

/** The beginning of every bucket of the range; the last one may be cut short. */
export const startsOf = ({ from, until, bucketMillis }: Series): readonly Date[] => {
  const count = Math.ceil((until.getTime() - from.getTime()) / bucketMillis)
  return Array.from({ length: count }, (_, at) => new Date(from.getTime() + at * bucketMillis))
}
