import type { RiskFacts } from '@signet/rules/risk/factors'
import type { Context } from '../../../kit/context.ts'
import { askEngines, enginesToldResource, type PublishedEngine } from '../risk-engines/index.ts'
import { engineAnswersHoldMillis, type KeptFacts } from './decisions.repository.ts'
import type { Rule } from './judging.ts'

type EngineAnswers = NonNullable<RiskFacts['engines']>

/** The engines that these rules name. */
export const enginesOf = (rules: readonly Rule[], engines: readonly PublishedEngine[]) => {
  const named = new Set(
    rules.flatMap(({ factors }) =>
      factors.flatMap((factor) => (factor.type === 'RISK_ENGINE' ? [factor.engineId] : [])),
    ),
  )
  return engines.filter(({ id }) => named.has(id))
}

interface Question {
  readonly transactionId: string
  readonly userId: string
  readonly resource: string
  readonly deviceKnown: boolean
  /** What an earlier step of the sign-in was decided from, or the session's last application. */
  readonly kept: KeptFacts | undefined
}

type Holding = Question & { readonly isSession: boolean }

/**
 * Once an engine has said something of a sign-in, that holds while the address stays; in a session
 * that is open for five minutes, at another application unless the engine was told which one.
 */
const stillHolding = async (
  ctx: Context,
  engines: readonly PublishedEngine[],
  { kept, resource, isSession }: Holding,
): Promise<EngineAnswers> => {
  if (kept === undefined || kept.address !== ctx.request.address) return {}
  const since = ctx.platform.clock.now().getTime() - engineAnswersHoldMillis
  const answered = Object.entries(kept.engines ?? {})
    .filter(([, { level }]) => level !== null)
    .filter(([, { askedAt = 0 }]) => !isSession || askedAt > since)
  const held = engines.filter(({ id }) => answered.some(([key]) => key === id))
  const isOther = isSession && kept.resource !== resource
  const told = isOther ? await enginesToldResource(ctx, held) : new Set()
  return Object.fromEntries(answered.filter(([id]) => !told.has(id)))
}

/** What these engines say of a sign-in: each is asked once for it. */
export const engineAnswers = async (
  ctx: Context,
  engines: readonly PublishedEngine[],
  holding: Holding,
): Promise<EngineAnswers> => {
  const { kept: _kept, isSession: _isSession, ...question } = holding
  const held = await stillHolding(ctx, engines, holding)
  const isHeld = ({ id }: PublishedEngine): boolean => Object.hasOwn(held, id)
  const asked = await askEngines(
    ctx,
    engines.filter((engine) => !isHeld(engine)),
    { ...question, place: ctx.platform.places.placeOf(ctx.request.address) },
  )
  const known = engines.flatMap(({ id }) => Object.entries(held).filter(([key]) => key === id))
  return { ...Object.fromEntries(known), ...asked }
}
