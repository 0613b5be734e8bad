import { whatIfEffects } from '@signet/rules/risk/effects'
import { riskActions } from '@signet/rules/risk/score'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, noContent, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { generalFamily } from '../settings/general.ts'
import { lockoutFamily } from '../settings/lockout.ts'
import { rbaFamily } from '../settings/rba.ts'
import { AuthenticationFlowChange } from './authentication-flows.ts'
import { IpListChange } from './ip-lists.ts'
import { ResourceRuleChange } from './resource-rules.ts'

export const whatIfStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const
export const mostWhatIfDays = 30
export const mostWhatIfs = 50

/** Settings of lockouts, from the two families that they stand in. */
export const Lockouts = z.object({
  passwordAttempts: generalFamily.fields.shape.passwordAttempts,
  passwordLockMillis: generalFamily.fields.shape.passwordLockMillis,
  authenticators: lockoutFamily.fields.shape.authenticators,
})

/** A change that is tried: nothing of it holds before it is published. */
export const WhatIfChange = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('RULE'),
        /** The rule to change or to take away; null: a new one. */
        ruleId: Uuid.nullable(),
        /** What it says then; null: it is gone. */
        rule: ResourceRuleChange.nullable(),
      })
      .strict(),
    z.object({ kind: z.literal('IP_LIST'), listId: Uuid, list: IpListChange }).strict(),
    z.object({ kind: z.literal('FLOW'), flowId: Uuid, flow: AuthenticationFlowChange }).strict(),
    z
      .object({
        kind: z.literal('RBA'),
        /** All of them, as the factors would measure. */
        settings: rbaFamily.fields.strict(),
      })
      .strict(),
    z
      .object({
        kind: z.literal('LOCKOUT'),
        /** When passwords and each kind of authenticator lock; what is left out stays. */
        settings: Lockouts.partial().strict(),
      })
      .strict(),
  ])
  .meta({ id: 'WhatIfChange' })

const counts = z
  .object({ blocked: z.int(), steppedUp: z.int(), letThrough: z.int() })
  .meta({ id: 'WhatIfCounts' })

/** A change, and what the decisions of the last days would have been with it. */
export const WhatIf = z
  .object({
    id: Uuid,
    change: WhatIfChange,
    /** Of the rule or list; `rba` and `lockout` for the settings. To be typed when nobody has looked. */
    name: z.string(),
    days: z.int(),
    state: z.enum(whatIfStates),
    /** Per cent of the days. */
    progress: z.int(),
    /** Judged so far; of lockouts, answers. */
    decisions: z.int(),
    /** Of these, how many cannot be told: what they hang on was not recorded, such as what an engine said. */
    unknown: z.int(),
    /** Sign-ins that would have come out otherwise. */
    signIns: counts,
    /** People of such sign-ins; null until all are judged. */
    people: counts.nullable(),
    createdAt: Instant,
    createdBy: z.string(),
    endedAt: Instant.nullable(),
    /** When somebody has first looked at who is concerned. */
    viewedAt: Instant.nullable(),
    publishedAt: Instant.nullable(),
    expiresAt: Instant,
  })
  .meta({ id: 'WhatIf' })

/** Somebody whose sign-ins would have come out otherwise. */
export const WhatIfPerson = z
  .object({
    userId: Uuid,
    name: z.string(),
    /** How many of the sign-ins. */
    signIns: z.int(),
    /** The newest of them, as it was and as it would have been; of lockouts the audit event of an answer. */
    decisionId: Uuid,
    decidedAt: Instant,
    before: z.enum(riskActions),
    after: z.enum(riskActions),
  })
  .meta({ id: 'WhatIfPerson' })

const path = '/api/web/v1/whatifs'
const { view, edit } = callsOn('CONTEXTRULES')

export const listWhatIfs = endpoint({
  ...view,
  path,
  answer: z.array(WhatIf),
  errors: [],
  summary: 'What-if checks, the newest first',
  description: `The newest ${mostWhatIfs} of the last 30 days.`,
})

export const readWhatIf = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: WhatIf,
  errors: ['not_found'],
  summary: 'One what-if check and how far it is',
})

export const createWhatIf = endpoint({
  ...edit,
  method: 'POST',
  path,
  body: z
    .object({
      change: WhatIfChange,
      days: z.int().min(1).max(mostWhatIfDays).default(mostWhatIfDays),
    })
    .strict()
    .meta({ id: 'NewWhatIf' }),
  answer: WhatIf,
  ordinary: 'preview',
  errors: ['access_denied', 'not_found'],
  audit: 'WHAT_IF_CREATED',
  location: '/api/web/v1/whatifs/:id',
  summary: 'Try a change on the decisions of the last days',
  description:
    'Judges every decision of these days again from its own facts, by what holds now and by what would hold with the change, and notes whose sign-ins would come out otherwise: newly blocked, newly asked for a second factor, newly let through. It works in the background without slowing sign-ins; ask for its state until it is DONE or FAILED. People count to the groups that they are in now, and hold what they hold now; a flow is tried by what they have proven then, and what they hold. Lockouts are tried on the answers in the audit log, person by person and authenticator by authenticator, the newest 2,000 of each person at most: refused is an answer that meets a lock or sets one off. All answers of a person are taken to come from one unknown device, wrong answers within a quarter of an hour before a right one to be given back, and an answer that was locked out then to be wrong; locks from before these days are not known. Group policies with lockouts of their own stay as they are. For administrators of all groups who may make the change themselves: a new rule needs the right to add rules, one taken away the right to remove them, a list or settings the right to change settings.',
})

export const listWhatIfPeople = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/:id/peoplepaged`,
  params: IdParams,
  body: PageRequest.extend({ effect: z.enum(whatIfEffects) }).meta({ id: 'WhatIfPeopleRequest' }),
  answer: pageOf(WhatIfPerson),
  limit: 'search',
  ordinary: 'preview',
  errors: ['access_denied', 'not_found'],
  audit: 'WHAT_IF_VIEWED',
  summary: 'Whose sign-ins would come out otherwise, by name',
  description:
    'The first look once the check is DONE is what publishing waits for, and is noted. Needs the right to see users as well.',
})

export const publishWhatIf = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/:id/publish`,
  params: IdParams,
  body: z
    .object({
      /** The `name` of the check, typed by whoever publishes without having looked. */
      confirmation: Line(100).optional(),
    })
    .strict()
    .meta({ id: 'WhatIfPublication' }),
  answer: WhatIf,
  sensitive: true,
  errors: [
    'access_denied',
    'acr_not_found',
    'authentication_flow_default',
    'authentication_flow_exists',
    'authentication_flow_not_found',
    'authentication_flow_system',
    'guess_budget_exceeded',
    'held_statement_broken',
    'name_exists',
    'administrator_locked_out',
    'no_administrator_left',
    'not_found',
    'what_if_not_viewed',
    'what_if_outdated',
    'what_if_published',
  ],
  audit: 'WHAT_IF_PUBLISHED',
  summary: 'Make the change that was tried',
  description:
    'Refused until somebody has looked at the people concerned (what_if_not_viewed), and where rules, lists, settings or flows have changed since (what_if_outdated). With `confirmation` it is made all the same; the audit log tells so. Needs the rights that trying it needs.',
})

export const deleteWhatIf = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${path}/:id`,
  params: IdParams,
  answer: noContent,
  ordinary: 'preview',
  errors: ['access_denied', 'not_found'],
  audit: 'WHAT_IF_DELETED',
  summary: 'Delete a what-if check',
  description: 'One that still works comes to an end.',
})
