import { wayActorKinds, wayClosures, wayGrades, wayStepKinds } from '@signet/rules/weakest-ways'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Uuid } from '../kit/schemas.ts'
import { guessBases } from '../settings/guessbudget.ts'
import { ResourceId } from './resource-rules.ts'

/** Ways of a user, and kinds of users of a group, that are told. */
export const mostWays = 10
export const mostWayPeople = 20
/** Kinds of users that are looked at; beyond these the answer says that it is not complete. */
export const mostWayKinds = 500

export const WayStep = z
  .object({
    kind: z.enum(wayStepKinds),
    /** What is proven, or given; null for the secret of a program. */
    authenticator: z.string().nullable(),
    /** Where a code or a link goes; null for everything else. */
    place: z.enum(['MAILBOX', 'PHONE']).nullable(),
    /** The administrator or program whose step it is; null for the user in question. */
    by: z
      .object({
        kind: z.enum(wayActorKinds),
        /** Null where the caller may not see them. */
        id: Uuid.nullable(),
        name: z.string().nullable(),
      })
      .nullable(),
    /** How it is guessed, by the guess meter; null for what is not guessed. */
    guess: z
      .object({
        basis: z.enum(guessBases),
        guessesPerYear: z.number().nullable(),
        probability: z.number().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'WayStep' })

export const Way = z
  .object({
    /** What it takes, the cheapest first: `MAILBOX` … `PHISHING_RESISTANT`. */
    grade: z.enum(wayGrades),
    steps: z.array(WayStep),
    /** That a year of guessing walks all of it; null where a step is no guess. */
    probability: z.number().nullable(),
    /** What would close it; one of them is enough. */
    closedBy: z.array(
      z.object({
        code: z.enum(wayClosures),
        id: z.string().nullable(),
        name: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Way' })

/** Users who hold the same, in the same groups as far as policies, rules and roles tell them apart. */
export const WayPeople = z
  .object({
    users: z.int(),
    administrators: z.boolean(),
    /** One of them. */
    example: z.object({ id: Uuid, name: z.string() }),
    /** The cheapest way to them; null where nothing leads to a session. */
    way: Way.nullable(),
  })
  .meta({ id: 'WayPeople' })

/** What was looked at. */
const counted = z
  .object({
    /** Active users. */
    users: z.int(),
    /** Kinds of users that were told apart. */
    kinds: z.int(),
    administrators: z.int(),
    /** False where there are more kinds than are looked at. */
    complete: z.boolean(),
  })
  .meta({ id: 'WaysCounted' })

export const UserWays = z
  .object({
    user: z.object({ id: Uuid, name: z.string() }),
    /** The cheapest first; none for who cannot sign in. */
    ways: z.array(Way),
    counted,
  })
  .meta({ id: 'UserWays' })

export const PeopleWays = z
  .object({
    /** Whose way is the cheapest first. */
    people: z.array(WayPeople),
    counted,
  })
  .meta({ id: 'PeopleWays' })

export const ApplicationWays = PeopleWays.extend({
  /** The cheapest way to what a program may do by itself; null for what has no rights of its own. */
  rights: Way.nullable(),
}).meta({ id: 'ApplicationWays' })

export const statementStates = ['HOLDS', 'BROKEN', 'UNKNOWN'] as const

export const WayStatement = z
  .object({
    name: z.literal('administrators_phishing_resistant'),
    state: z.enum(statementStates),
    /** Changes that would break it are refused. */
    held: z.boolean(),
    /** Administrators by whom it does not hold; the cheapest first. */
    people: z.array(WayPeople),
    counted,
  })
  .meta({ id: 'WayStatement' })

const path = '/api/web/v1/weakestways'
const view = {
  actor: 'admin',
  needs: ['CONTEXTRULES', 'VIEW'],
  limit: 'search',
  audit: null,
  method: 'GET',
} as const
const needsUsers = 'Needs the right to see users as well.'

export const readUserWays = endpoint({
  ...view,
  path: `${path}/users/:id`,
  params: IdParams,
  answer: UserWays,
  errors: ['access_denied', 'user_not_found'],
  summary: 'The cheapest ways to a session of a user',
  description: `By what they hold, flows, rules, settings, password reset, identity providers, and the administrators who may act for them with the cheapest way to each; the ${mostWays} cheapest. A step is what has to be taken over: risk factors and remembered browsers are not relied on. ${needsUsers}`,
})

export const readGroupWays = endpoint({
  ...view,
  path: `${path}/groups/:id`,
  params: IdParams,
  answer: PeopleWays,
  errors: ['access_denied', 'group_not_found'],
  summary: 'The cheapest way to the users of a group, by what they hold',
  description: `The ${mostWayPeople} kinds of users whose way is the cheapest. ${needsUsers}`,
})

export const readApplicationWays = endpoint({
  ...view,
  path: `${path}/applications/:id`,
  params: z.object({ id: ResourceId }),
  answer: ApplicationWays,
  errors: ['access_denied', 'not_found'],
  summary: 'The cheapest way into an application, over the users who may use it',
  description: `An application of any type, or a portal (\`ADMIN_PORTAL\`, \`USER_PORTAL\`). Who may use it is what its rules say; no one signs in to a disabled one. Of a RADIUS application, or one whose users sign in through the authentication API, only what can be proven there counts. \`rights\`: of a program with a secret of its own, the cheapest way to what it may do. ${needsUsers}`,
})

export const listWayStatements = endpoint({
  ...view,
  path: `${path}/statements`,
  answer: z.array(WayStatement),
  errors: ['access_denied'],
  summary: 'What holds of the ways to administrators',
  description: `administrators_phishing_resistant: no administrator is reachable without a phishing-resistant factor, their own or that of an administrator who acts on them. For administrators of all groups. ${needsUsers}`,
})
