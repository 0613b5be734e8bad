import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'

const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis
const longestRangeMillis = 92 * dayMillis
const mostBuckets = 800

/** Length of a bucket. */
export const intervalMillis = { HOUR: hourMillis, DAY: dayMillis } as const

const range = { from: z.iso.datetime(), until: z.iso.datetime() }
interface Range {
  readonly from: string
  readonly until: string
}

const lengthOf = ({ from, until }: Range): number => Date.parse(until) - Date.parse(from)
const isForward = (body: Range): boolean => lengthOf(body) >= 0
const isShort = (body: Range): boolean => lengthOf(body) <= longestRangeMillis
const hasFewBuckets = (body: Range & { readonly interval: 'HOUR' | 'DAY' }): boolean =>
  lengthOf(body) / intervalMillis[body.interval] <= mostBuckets

/** From `from` (counted) to `until` (not counted); 92 days at most. */
export const ReportRange = z
  .object(range)
  .refine(isForward, { path: ['until'], message: 'lies before from' })
  .refine(isShort, { path: ['from'], message: 'lies more than 92 days before until' })
  .meta({ id: 'ReportRange' })

/** A range cut into buckets that are counted from `from` on: local midnights are the caller's. */
export const ReportSeries = z
  .object({ ...range, interval: z.enum(['HOUR', 'DAY']) })
  .refine(isForward, { path: ['until'], message: 'lies before from' })
  .refine(isShort, { path: ['from'], message: 'lies more than 92 days before until' })
  .refine(hasFewBuckets, { path: ['interval'], message: 'cuts the range into too many parts' })
  .meta({ id: 'ReportSeries' })

const outcomes = { success: z.int(), failure: z.int(), denied: z.int() }

const access = {
  method: 'POST',
  actor: 'admin',
  needs: ['REPORTS', 'VIEW'],
  limit: 'search',
  audit: null,
  errors: [],
} as const
const path = '/api/web/v1/reports'

export const countAuthentications = endpoint({
  ...access,
  path: `${path}/authentications`,
  body: ReportSeries,
  answer: z
    .object({
      total: z.object(outcomes),
      /** Every bucket of the range, also those in which nothing happened. */
      results: z.array(z.object({ start: Instant, ...outcomes })),
    })
    .meta({ id: 'AuthenticationCounts' }),
  summary: 'Sign-ins by outcome over time',
})

export const countActiveUsers = endpoint({
  ...access,
  path: `${path}/activeusers`,
  body: ReportSeries,
  answer: z
    .object({
      /** Users who signed in at least once within the range. */
      total: z.int(),
      results: z.array(z.object({ start: Instant, users: z.int() })),
    })
    .meta({ id: 'ActiveUserCounts' }),
  summary: 'How many users signed in, over time',
})

export const listFailedAuthentications = endpoint({
  ...access,
  path: `${path}/failedauthentications`,
  body: ReportRange,
  answer: z
    .object({
      results: z.array(
        z.object({
          /** Empty for names that no user has. */
          userId: z.string(),
          userName: z.string(),
          count: z.int(),
          lastTime: Instant,
        }),
      ),
    })
    .meta({ id: 'FailedAuthentications' }),
  summary: 'The ten users with the most failed and refused sign-ins',
})

export const countOutcomes = endpoint({
  ...access,
  path: `${path}/outcomecounts`,
  body: ReportRange,
  answer: z
    .object({
      total: z.object(outcomes),
      /** By action, the most frequent first. */
      results: z.array(z.object({ action: z.string(), ...outcomes })),
    })
    .meta({ id: 'OutcomeCounts' }),
  summary: 'Audit events by action and outcome',
})

export const countUsers = endpoint({
  ...access,
  path: `${path}/usercount`,
  body: ReportRange,
  answer: z
    .object({
      total: z.int(),
      active: z.int(),
      inactive: z.int(),
      registering: z.int(),
      /** Locked by an administrator, whatever their state. */
      locked: z.int(),
      /** Added within the range. */
      created: z.int(),
    })
    .meta({ id: 'UserCount' }),
  summary: 'Users by state, and how many were added',
})
