import type { AnswerOf } from '@signet/contract/kit/endpoint'
import type {
  countActiveApplications,
  countActiveUsers,
  countApplications,
  countAuthentications,
  countAuthenticationsByApplication,
  countAuthenticationsByAuthenticator,
  countAuthenticationsByCountry,
  countAuthenticatorTypes,
  countOutcomes,
  countUsers,
  listFailedAuthentications,
  ReportRange,
  ReportSeries,
} from '@signet/contract/operations/reports'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import { countPeople } from './active-people.ts'
import * as events from './event-counts.ts'
import { rangeOf, seriesOf, startsOf } from './report-range.ts'
import * as repository from './reports.repository.ts'

type Range = z.output<typeof ReportRange>
type Series = z.output<typeof ReportSeries>

interface Outcomes {
  readonly success: number
  readonly failure: number
  readonly denied: number
}
const signIns = { dimension: 'ACTION', name: 'AUTHENTICATION' } as const
const none: Outcomes = { success: 0, failure: 0, denied: 0 }

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
  const rows = await events.countByBucket(ctx.db, signIns, series)
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
  const rows = await countPeople(ctx.db, series)
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
  const rows = await events.countByName(ctx.db, { dimension: 'ACTION' }, rangeOf(ctx, range))
  return {
    total: sum(rows),
    results: rows.map(({ name: action, ...counts }) => ({ action, ...counts })),
  }
}

export const users = async (ctx: Context, range: Range): Promise<AnswerOf<typeof countUsers>> => {
  const counts = await repository.countUsers(ctx.db, rangeOf(ctx, range))
  return { ...counts, active: counts.total - counts.inactive - counts.registering }
}

/** Applications that somebody signed in to, Signet itself left out. */
export const activeApplications = async (
  ctx: Context,
  wanted: Series,
): Promise<AnswerOf<typeof countActiveApplications>> => {
  const series = seriesOf(ctx, wanted)
  const rows = await events.countNames(ctx.db, { dimension: 'APPLICATION' }, series)
  const byBucket = new Map(rows.map(({ bucket, names }) => [bucket, names]))
  return {
    total: byBucket.get(null) ?? 0,
    results: startsOf(series).map((start, at) => ({
      start,
      applications: byBucket.get(at) ?? 0,
    })),
  }
}

export const authenticationsByApplication = async (
  ctx: Context,
  range: Range,
): Promise<AnswerOf<typeof countAuthenticationsByApplication>> => {
  const dimension = 'APPLICATION'
  const rows = await events.countByName(ctx.db, { dimension }, rangeOf(ctx, range))
  return {
    results: rows.map(({ name, success }) => ({
      application: name === '' ? null : name,
      count: success,
    })),
  }
}

export const authenticationsByAuthenticator = async (
  ctx: Context,
  range: Range,
): Promise<AnswerOf<typeof countAuthenticationsByAuthenticator>> => {
  const dimension = 'AUTHENTICATOR'
  const rows = await events.countByName(ctx.db, { dimension }, rangeOf(ctx, range))
  return {
    results: rows.map(({ name: authenticator, ...counts }) => ({ authenticator, ...counts })),
  }
}

export const authenticationsByCountry = async (
  ctx: Context,
  range: Range,
): Promise<AnswerOf<typeof countAuthenticationsByCountry>> => {
  const rows = await events.countByName(ctx.db, { dimension: 'COUNTRY' }, rangeOf(ctx, range))
  return {
    known: ctx.platform.places.areKnown,
    results: rows.map(({ name: country, ...counts }) => ({ country, ...counts })),
  }
}

export const applications = async (ctx: Context): Promise<AnswerOf<typeof countApplications>> => {
  const results = await repository.countApplications(ctx.db, ctx.tenant.id)
  return { total: results.reduce((all, { total }) => all + total, 0), results }
}

export const authenticatorTypes = async (
  ctx: Context,
): Promise<AnswerOf<typeof countAuthenticatorTypes>> => {
  const groups = groupsInSight(ctx)
  const scope = { tenantId: ctx.tenant.id, groups: groups === 'ALL' ? null : [...groups] }
  return { results: [...(await repository.countAuthenticators(ctx.db, scope))] }
}
