import type { AnswerOf } from '@signet/contract/kit/endpoint'
import type {
  countActiveUsers,
  countAuthentications,
  countOutcomes,
  countUsers,
  listFailedAuthentications,
  ReportRange,
  ReportSeries,
} from '@signet/contract/operations/reports'
import { intervalMillis } from '@signet/contract/operations/reports'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import * as repository from './reports.repository.ts'

type Range = z.output<typeof ReportRange>
type Series = z.output<typeof ReportSeries>

interface Outcomes {
  readonly success: number
  readonly failure: number
  readonly denied: number
}
const none: Outcomes = { success: 0, failure: 0, denied: 0 }

const rangeOf = (ctx: Context, { from, until }: Range): repository.TimeRange => ({
  tenantId: ctx.tenant.id,
  from: new Date(from),
  until: new Date(until),
})

const seriesOf = (ctx: Context, wanted: Series): repository.Series => ({
  ...rangeOf(ctx, wanted),
  bucketMillis: intervalMillis[wanted.interval],
})

/** The beginning of every bucket of the range; the last one may be cut short. */
const startsOf = ({ from, until, bucketMillis }: repository.Series): readonly Date[] => {
  const count = Math.ceil((until.getTime() - from.getTime()) / bucketMillis)
  return Array.from({ length: count }, (_, at) => new Date(from.getTime() + at * bucketMillis))
}

const sum = (rows: readonly Outcomes[]): Outcomes =>
  rows.reduce(
    (total, { success, failure, denied }) => ({
      success: total.success + success,
      failure: total.failure + failure,
      denied: total.denied + denied,
    }),
    none,
  )

export const authentications = async (
  ctx: Context,
  wanted: Series,
): Promise<AnswerOf<typeof countAuthentications>> => {
  const series = seriesOf(ctx, wanted)
  const rows = await repository.countSignIns(ctx.db, series)
  const byBucket = new Map(rows.map((row) => [row.bucket, row]))
  const results = startsOf(series).map((start, at) => {
    const { success, failure, denied } = byBucket.get(at) ?? none
    return { start, success, failure, denied }
  })
  return { total: sum(results), results }
}

export const activeUsers = async (
  ctx: Context,
  wanted: Series,
): Promise<AnswerOf<typeof countActiveUsers>> => {
  const series = seriesOf(ctx, wanted)
  const rows = await repository.countSignedIn(ctx.db, series)
  const byBucket = new Map(rows.map(({ bucket, users }) => [bucket, users]))
  return {
    total: byBucket.get(null) ?? 0,
    results: startsOf(series).map((start, at) => ({ start, users: byBucket.get(at) ?? 0 })),
  }
}

export const failedAuthentications = async (
  ctx: Context,
  range: Range,
): Promise<AnswerOf<typeof listFailedAuthentications>> => {
  const rows = await repository.listFailing(ctx.db, rangeOf(ctx, range))
  return {
    results: rows.map(({ entity_id: userId, name: userName, count, last: lastTime }) => ({
      userId,
      userName,
      count,
      lastTime,
    })),
  }
}

export const outcomes = async (
  ctx: Context,
  range: Range,
): Promise<AnswerOf<typeof countOutcomes>> => {
  const results = await repository.countActions(ctx.db, rangeOf(ctx, range))
  return { total: sum(results), results }
}

export const users = async (ctx: Context, range: Range): Promise<AnswerOf<typeof countUsers>> => {
  const counts = await repository.countUsers(ctx.db, rangeOf(ctx, range))
  return { ...counts, active: counts.total - counts.inactive - counts.registering }
}
