import { alertTypes } from '@signet/rules/alerts'
import { messageDeliveries } from '@signet/rules/code-deliveries'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { GivenInstant, Instant } from '../kit/schemas.ts'

const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis
const longestRangeMillis = 92 * dayMillis
const mostBuckets = 800

/** Length of a bucket. */
export const intervalMillis = { HOUR: hourMillis, DAY: dayMillis } as const

const range = { from: GivenInstant, until: GivenInstant }
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

export const countActiveApplications = endpoint({
  ...access,
  path: `${path}/activeapps`,
  body: ReportSeries,
  answer: z
    .object({
      /** Applications that somebody signed in to within the range. */
      total: z.int(),
      results: z.array(z.object({ start: Instant, applications: z.int() })),
    })
    .meta({ id: 'ActiveApplicationCounts' }),
  summary: 'How many applications were signed in to, over time',
})

export const countAuthenticationsByApplication = endpoint({
  ...access,
  path: `${path}/authenticationapplicationcount`,
  body: ReportRange,
  answer: z
    .object({
      /** The most frequent first; null for Signet itself: console, portal and API. */
      results: z.array(z.object({ application: z.string().nullable(), count: z.int() })),
    })
    .meta({ id: 'AuthenticationsByApplication' }),
  summary: 'Completed sign-ins by application',
  description: 'Applications are named as they were called then.',
})

export const countAuthenticationsByAuthenticator = endpoint({
  ...access,
  path: `${path}/authenticationauthenticatorcount`,
  body: ReportRange,
  answer: z
    .object({ results: z.array(z.object({ authenticator: z.string(), ...outcomes })) })
    .meta({ id: 'AuthenticationsByAuthenticator' }),
  summary: 'Sign-ins by authenticator and outcome, the most frequent first',
  description: 'A sign-in with two factors counts for both of them.',
})

export const countAuthenticationsByCountry = endpoint({
  ...access,
  path: `${path}/authenticationcountrycount`,
  body: ReportRange,
  answer: z
    .object({
      /** Whether the service is told the countries of addresses at present. */
      known: z.boolean(),
      /** The most frequent first: ISO 3166-1 alpha-2, ZZ for private and other unknown addresses. */
      results: z.array(z.object({ country: z.string(), ...outcomes })),
    })
    .meta({ id: 'AuthenticationsByCountry' }),
  summary: 'Sign-ins by country and outcome',
  description:
    'By the address they came from, as the file named by `SIGNET_PLACES` told it then. Sign-ins before there was a file are not counted.',
})

export const countApplications = endpoint({
  ...access,
  path: `${path}/applicationcount`,
  answer: z
    .object({
      total: z.int(),
      results: z.array(z.object({ type: z.string(), total: z.int(), enabled: z.int() })),
    })
    .meta({ id: 'ApplicationCount' }),
  summary: 'Applications by type',
})

export const countAuthenticatorTypes = endpoint({
  ...access,
  path: `${path}/authenticatortypecount`,
  answer: z
    .object({
      results: z.array(
        z.object({
          type: z.string(),
          total: z.int(),
          /** People who have at least one. */
          users: z.int(),
        }),
      ),
    })
    .meta({ id: 'AuthenticatorTypeCount' }),
  summary: 'Authenticators by type, and how many people have one',
})

const sendings = { sent: z.int(), failed: z.int() }

export const countTextMessages = endpoint({
  ...access,
  path: `${path}/smscount`,
  body: ReportSeries,
  answer: z
    .object({
      total: z.object(sendings),
      /** Every way that a message may take to a telephone, also those that none took. */
      deliveries: z.array(z.object({ deliveryType: z.enum(messageDeliveries), ...sendings })),
      /** Every bucket of the range, also those in which nothing was sent. */
      results: z.array(z.object({ start: Instant, ...sendings })),
    })
    .meta({ id: 'TextMessageCounts' }),
  summary: 'Codes sent to telephones, by way and over time',
  description:
    'By SMS, voice, messenger and WeChat; `failed` are those that the provider did not take. They are kept for 100 days. Administrators limited to groups are told of the people of those alone.',
})

export const listAlerts = endpoint({
  ...access,
  path: `${path}/alerts`,
  body: ReportRange,
  answer: z
    .object({
      total: z.int(),
      /** Errors first: they do not mend themselves. A type of which there is nothing is left out. */
      results: z.array(
        z.object({
          type: z.enum(alertTypes),
          severity: z.enum(['ERROR', 'WARNING']),
          count: z.int(),
          /** Null where it is told without a time. */
          lastTime: Instant.nullable(),
        }),
      ),
    })
    .meta({ id: 'Alerts' }),
  summary: 'What went wrong or is about to, by type',
  description:
    'Webhooks that were switched off and deliveries that were given up, emails that did not arrive, archives, reports, scheduled tasks, bulk operations and key rotations that failed, browsers that were found to be copied (`MACHINE_COPIED`), passkeys whose counter went back (`PASSKEY_CLONED`), sign-ins that their person reported as not theirs (`PUSH_CONCERN`), within the range. As they are now, whatever the range: people whom wrong answers keep from signing in (`SIGN_IN_LOCKED`), scheduled tasks that are paused, events that wait for the chain of the audit log longer than five minutes (`AUDIT_CHAIN_BEHIND`), and allotments and contracts that run out (`ENTITLEMENT`, for those who may see entitlements). Administrators limited to groups are told of people alone.',
})
