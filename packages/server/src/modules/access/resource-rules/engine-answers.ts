import type { RiskFacts } from '@signet/rules/risk/factors'
import type { Context } from '../../../kit/context.ts'
import { askEngines, type PublishedEngine } from '../risk-engines/index.ts'
import type { KeptFacts } from './decisions.repository.ts'
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

/** Once an engine has said something of a sign-in, that holds while the address stays. */
const stillHolding = (kept: KeptFacts | undefined, address: string | null): EngineAnswers => {
  if (kept === undefined || kept.address !== address) return {}
  const answered = Object.entries(kept.engines ?? {}).filter(([, { level }]) => level !== null)
  return Object.fromEntries(answered)
}

interface Question {
  readonly transactionId: string
  readonly userId: string
  readonly resource: string
  readonly deviceKnown: boolean
  /** What an earlier step of the sign-in was decided from. */
  readonly kept: KeptFacts | undefined
}

/** What these engines say of a sign-in: each is asked once for it. */
export const engineAnswers = async (
  ctx: Context,
  engines: readonly PublishedEngine[],
  { kept, ...question }: Question,
): Promise<EngineAnswers> => {
  const { address } = ctx.request
  const held = stillHolding(kept, address)
  const isHeld = ({ id }: PublishedEngine): boolean => Object.hasOwn(held, id)
  const asked = await askEngines(
    ctx,
    engines.filter((engine) => !isHeld(engine)),
    { ...question, place: ctx.platform.places.placeOf(address) },
  )
  const known = engines.flatMap(({ id }) => Object.entries(held).filter(([key]) => key === id))
  return { ...Object.fromEntries(known), ...asked }
}
