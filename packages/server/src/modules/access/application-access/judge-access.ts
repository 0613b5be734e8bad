import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Refusal } from '@signet/rules/risk/refusals'
import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Reading, sessionTimes } from '../../settings/families/index.ts'
import { defaultFlow, publishedFlows, type WalkedFlow } from '../flows/index.ts'
import { type Decided, decideAccess, keepAsked, rulesOf } from '../resource-rules/index.ts'
import { type OpenSession, openSessions } from '../sign-in/index.ts'
import { type Holder, reachClasses } from './classes.ts'

const { classOf, keptOutBy, leftToProve, readHolder, refusalBy } = openSessions

type Obstacle = keyof typeof refusalBy

/** What somebody wants to open, and what it asks of them. */
interface Asked {
  /** As resource rules name it. */
  readonly applicationId: string
  /** Authentication context classes, preferred first. */
  readonly acrValues: readonly string[]
  /** Without one of them nobody gets in. */
  readonly essential: boolean
  /** Nothing can be asked of anybody now: what is not essential is done without. */
  readonly silent?: boolean
}

interface Judged {
  /** The decision's id; null where there was nothing to decide. */
  readonly decisionId: string | null
  /** Keeps the decision: goes with what the answer writes. */
  readonly writes: readonly CompiledQuery[]
}

/** What an open session is good for: nothing of it can loosen what a sign-in has asked. */
export type Access = Judged &
  (
    | { readonly outcome: 'ALLOW'; readonly acr: string }
    /** `left`: what may be proven in it; it is judged anew then. */
    | { readonly outcome: 'STEP_UP'; readonly left: readonly SignInAuthenticator[] }
    /** CLASS: an essential class is out of this person's reach. */
    | { readonly outcome: 'DENY'; readonly reason: 'RULES' | 'CLASS' }
  )

/** What the rules of the application leave to be proven; null for nothing, empty for a refusal. */
interface ByRules {
  readonly left: readonly SignInAuthenticator[] | null
  readonly flow: WalkedFlow | null
}

const refused: ByRules = { left: [], flow: null }

const flowOf = async (ctx: Context, id: string | null): Promise<WalkedFlow | undefined> =>
  id === null ? defaultFlow(ctx) : (await publishedFlows(ctx)).find((flow) => flow.id === id)

const byRules = async (ctx: Context, holder: Holder, decided: Decided | null): Promise<ByRules> => {
  if (decided === null) return { left: null, flow: null }
  if (decided.outcome === 'DENY') return refused
  const flow = await flowOf(ctx, decided.flowId)
  if (flow === undefined || flow.outcome === 'DENY') return refused
  const left = decided.flowId === null ? null : leftToProve(holder, { flow })
  if (left !== null || decided.outcome === 'ALLOW') return { left, flow }
  const since = ctx.platform.clock.now().getTime() - sessionTimes.stepUpLife(ctx, holder.account)
  const asking = { ...flow, secondFactor: 'ALWAYS', skipSecondFactor: 'NEVER' } as const
  return { left: leftToProve(holder, { flow: asking, since }), flow }
}

type Verdict =
  | { readonly outcome: 'ALLOW'; readonly acr: string }
  | { readonly outcome: 'STEP_UP'; readonly left: readonly SignInAuthenticator[] }
  | { readonly outcome: 'DENY'; readonly reason: 'RULES' | 'CLASS' }

const denied = (reason: 'RULES' | 'CLASS'): Verdict => ({ outcome: 'DENY', reason })

const askFor = (left: readonly SignInAuthenticator[], reason: 'RULES' | 'CLASS'): Verdict =>
  left.length === 0 ? denied(reason) : { outcome: 'STEP_UP', left }

const byClasses = async (ctx: Context, holder: Holder, asked: Asked): Promise<Verdict> => {
  const { acrValues, essential, silent = false } = asked
  const own: Verdict = { outcome: 'ALLOW', acr: classOf(holder.session) }
  if (acrValues.length === 0) return own
  const { name, left } = reachClasses(holder, acrValues, await publishedFlows(ctx))
  if (name !== null) return { outcome: 'ALLOW', acr: name }
  if (essential) return askFor(left, 'CLASS')
  return left.length === 0 || silent ? own : { outcome: 'STEP_UP', left }
}

/** The browser that signed in is remembered, and not for too long. */
const isVerified = (ctx: Context, { account }: Holder): boolean =>
  account.machine !== null &&
  Date.parse(account.machine.expires_at) > ctx.platform.clock.now().getTime()

const candidateOf = (ctx: Context, decisionId: string, holder: Holder) => ({
  decisionId,
  userId: holder.account.id,
  userName: holder.account.name,
  deviceKnown: holder.account.device_known,
  deviceVerified: isVerified(ctx, holder),
  sessionId: holder.session.id,
})

const provenIn = ({ session }: Holder): readonly string[] =>
  session.proofs.map(({ authenticator }) => authenticator)

/** What refuses that the rules do not. */
const refusalOf = (verdict: Verdict, decided: Decided | null): Refusal | null => {
  if (verdict.outcome !== 'DENY') return null
  if (verdict.reason === 'CLASS') return 'CLASS'
  return decided?.outcome === 'DENY' ? null : 'FLOW'
}

/** Somebody who is kept out altogether since: a lock, a block list, an end. */
const keepOut = (
  ctx: Context,
  { holder, asked, obstacle }: { holder: Holder; asked: Asked; obstacle: Obstacle },
): Access => {
  const candidate = candidateOf(ctx, ctx.platform.ids.uuid(), holder)
  const ended = {
    outcome: 'DENY',
    flow: null,
    classes: { asked: asked.acrValues, reached: null },
    proven: provenIn(holder),
    refusal: refusalBy[obstacle],
  } as const
  const write = keepAsked(ctx, asked.applicationId, { candidate, ended })
  return {
    outcome: 'DENY',
    reason: 'RULES',
    decisionId: candidate.decisionId,
    writes: [write],
  }
}

const judgeHolder = async (ctx: Context, holder: Holder, asked: Asked): Promise<Access> => {
  const decisionId = ctx.platform.ids.uuid()
  const candidate = candidateOf(ctx, decisionId, holder)
  const decided = await decideAccess(ctx, asked.applicationId, candidate)
  const { left, flow } = await byRules(ctx, holder, decided)
  const verdict = left === null ? await byClasses(ctx, holder, asked) : askFor(left, 'RULES')
  const reached = verdict.outcome === 'ALLOW' ? verdict.acr : null
  const ended = {
    outcome: verdict.outcome,
    flow: flow?.name ?? null,
    flowId: flow?.id ?? null,
    classes: { asked: asked.acrValues, reached },
    proven: provenIn(holder),
    refusal: refusalOf(verdict, decided),
  }
  const write =
    decided === null
      ? keepAsked(ctx, asked.applicationId, { candidate, ended })
      : decided.keep(ended)
  return { ...verdict, decisionId, writes: [write] }
}

/** Whether rules have something to say of whoever opens it; read without a statement of its own. */
export const isGoverned = async (ctx: Reading, applicationId: string): Promise<boolean> =>
  (await rulesOf(ctx, applicationId)).length > 0

/**
 * Whether somebody who is signed in may open an application now: what its rules say of the risk, and
 * what of the classes it asks for was proven. Costs nothing, no statement either, where the tenant
 * has no rule for the application and it asks for no class. An error denies: it is thrown.
 * @throws invalid_session_token, address_blocked
 */
export const judgeAccess = async (
  ctx: Context,
  session: OpenSession,
  asked: Asked,
): Promise<Access> => {
  const { applicationId } = asked
  if (asked.acrValues.length === 0 && !(await isGoverned(ctx, applicationId))) {
    return { outcome: 'ALLOW', acr: classOf(session), decisionId: null, writes: [] }
  }
  const holder = await readHolder(ctx, session)
  const obstacle = await keptOutBy(ctx, holder)
  if (obstacle !== null) return keepOut(ctx, { holder, asked, obstacle })
  return judgeHolder(ctx, holder, asked)
}
