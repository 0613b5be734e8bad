import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { lockouts } from '@signet/contract/kit/lockouts'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Route } from '../../../kit/routes.ts'
import { channels } from '../../authenticators/attempts/index.ts'
import { superAdministrators } from '../../identity/roles/index.ts'
import { blocked, rows as families, warmSettings } from '../../settings/families/index.ts'
import { foresee } from '../resource-rules/index.ts'
import { type Account, accountQuery } from './transaction/accounts.repository.ts'
import { type Rules, requiredSteps } from './transaction/plan.ts'
import { newTransaction } from './transaction/record.ts'
import { rulesBy } from './transaction/risk.ts'
import { readRules, standingOf } from './transaction/standing.ts'

/** Beyond these nobody is looked at: one who can is enough. */
const mostAdministrators = 200

const unlockedSuperAdministrators = async (ctx: Context): Promise<readonly string[]> => {
  const rows = await superAdministrators(ctx)
    .select('u.id')
    .distinct()
    .where('u.locked', '=', false)
    .limit(mostAdministrators)
    .execute()
  return rows.map(({ id }) => id)
}

const knowledge: readonly SignInAuthenticator[] = ['PASSWORD', 'KBA', 'IDP']

const hasLinked = async ({ db, tenant }: Context, userId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('linked_identities')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether somebody has what a first factor takes; certificates are taken as had. */
const holdsFirst = ({ hash, held }: Account, kind: SignInAuthenticator): boolean => {
  if (kind === 'PASSWORD') return hash !== null
  if (kind === 'PASSKEY') return held.includes('FIDO')
  return kind === 'IDP' || kind === 'USER_CERTIFICATE' || held.includes(kind)
}

/** Whether these two are enough where two different ones are asked for. */
const areTwo = (account: Account, first: SignInAuthenticator, second: SignInAuthenticator) =>
  channels[first] !== channels[second] &&
  knowledge.includes(first) !== knowledge.includes(second) &&
  (second !== 'PASSWORD' || account.hash !== null)

/** Whether this person could come to the end of a flow from one of its first factors. */
const couldEnd = (account: Account, rules: Rules, one: SignInAuthenticator): boolean => {
  if (rules.flow.outcome !== 'ADMIT') return false
  const [, second] = requiredSteps('SIGN_IN', standingOf(account, rules), rules)
  if (second === undefined || one === 'PASSKEY') return true
  const enrols = (second.enrols ?? []).length > 0 && second.allowed.length === 0
  return (
    (enrols && knowledge.includes(one)) ||
    second.allowed.some((other) => areTwo(account, one, other))
  )
}

/** The first factors that this person has for a sign-in. */
const firstsOf = (account: Account, rules: Rules): readonly SignInAuthenticator[] => {
  const [first] = requiredSteps('SIGN_IN', standingOf(account, rules), rules)
  return first.allowed.filter((kind) => holdsFirst(account, kind))
}

const mayTry = (ctx: Context, account: Account): boolean =>
  account.state === 'ACTIVE' &&
  !account.locked &&
  !blocked.user(ctx, account.name) &&
  !blocked.address(ctx)

/**
 * Whether somebody could sign in to the administration from where this request comes from, by what
 * is set now and what they have. Engines and identity providers are taken to agree.
 */
const couldSignIn = async (ctx: Context, userId: string): Promise<boolean> => {
  const { rows } = await ctx.db.executeQuery(accountQuery(ctx, { userId, device: null }))
  const [account] = rows
  if (account === undefined || !mayTry(ctx, account)) return false
  const transaction = { ...newTransaction(ctx, { purpose: 'SIGN_IN' }), userId }
  const rules = await readRules(ctx, transaction)
  const decided = await foresee(ctx, 'ADMIN_PORTAL', {
    decisionId: transaction.id,
    userId,
    userName: account.name,
    deviceKnown: true,
    deviceVerified: true,
  })
  const isLinked = await hasLinked(ctx, userId)
  for (const first of firstsOf(account, rules)) {
    if (first === 'IDP' && !isLinked) continue
    const signIn = { transaction, account, rules, first }
    const judged = decided === null ? rules : await rulesBy(ctx, signIn, decided)
    if (couldEnd(account, judged, first)) return true
  }
  return false
}

const couldAnybody = async (ctx: Context): Promise<boolean> => {
  for (const userId of await unlockedSuperAdministrators(ctx)) {
    if (await couldSignIn(ctx, userId)) return true
  }
  return false
}

/** A node of its own to the readers of settings: what this transaction has written is read. */
export const afresh = async (ctx: Context): Promise<Context> => {
  const fresh: Context = { ...ctx, platform: { ...ctx.platform } }
  await warmSettings(fresh)
  return fresh
}

interface Standing {
  /** Null where who acts is no person. */
  readonly actor: string | null
  readonly couldActor: boolean
  readonly couldAnybody: boolean
}

const standingBefore = async (outer: Context): Promise<Standing> => {
  const ctx = await afresh(outer)
  const actor = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const couldActor = actor !== null && (await couldSignIn(ctx, actor))
  return { actor, couldActor, couldAnybody: couldActor || (await couldAnybody(ctx)) }
}

type Lockout = (typeof lockouts)[number]

/** What a change has done to those who could sign in before it; null for nothing. */
const lockoutBy = async (outer: Context, before: Standing): Promise<Lockout | null> => {
  if (!before.couldAnybody) return null
  const ctx = await afresh(outer)
  const { actor, couldActor } = before
  if (couldActor && actor !== null && (await couldSignIn(ctx, actor))) return null
  if (!(await couldAnybody(ctx))) return 'no_administrator_left'
  return couldActor ? 'administrator_locked_out' : null
}

/** Goes on where who acts has typed their own name. @throws the lockout */
export const expectAccepted = (ctx: Context, lockout: Lockout): void => {
  const { actor, request } = ctx
  const isNamed = actor.kind === 'user' || actor.kind === 'application'
  if (!isNamed || request.acceptedLockout !== actor.name) throw new ApiError(lockout)
  const subject = { entity: 'SETTINGS', id: actor.id, name: actor.name }
  audit(ctx, 'LOCKOUT_ACCEPTED', { subject, attributes: { lockout } })
}

/** Calls after which somebody may sign in no longer. */
const weighed =
  /^(?:(?:POST|PUT|DELETE) \/api\/web\/v\d\/(?:authenticationflows|resourcerules|iplists|settings\/(?:fido|otp|entrustst|magiclink|usercertauthenticator|rba|grouppolicy)|whatifs\/:id\/publish)|(?:PUT|DELETE) \/api\/web\/v\d\/identityproviders)(?:\/|$)/i

/**
 * Looks at what a change has done to the sign-in of administrators, in its own transaction: one by
 * which the administrator who makes it, or every one, could sign in no longer is taken back.
 * @throws administrator_locked_out, no_administrator_left
 */
export const keepingWaysIn = (route: Route): Route => {
  const { endpoint, handle } = route
  if (!weighed.test(`${endpoint.method} ${endpoint.path}`)) return route
  return {
    ...route,
    handle: async (ctx, input) => {
      try {
        return await ctx.transaction(async (ctx) => {
          const before = await standingBefore(ctx)
          const answer = await handle(ctx, input)
          const lockout = await lockoutBy(ctx, before)
          if (lockout !== null) expectAccepted(ctx, lockout)
          return answer
        })
      } finally {
        // What was written may have been read back before it was committed, or taken back.
        families.policies.forget(ctx)
      }
    },
  }
}
