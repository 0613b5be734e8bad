import type { Context } from '../../../kit/context.ts'
import { defaultFlow, publishedFlows } from '../flows/index.ts'
import { resourceRules, rulesOf } from '../resource-rules/index.ts'
import { openSessions } from '../sign-in/index.ts'
import type { Kind } from './kinds.repository.ts'
import type { Walk } from './telling.ts'
import { evidenceOf, proofBy } from './walks.ts'

type Admission = NonNullable<ReturnType<typeof resourceRules.admissionsOf>>[number]
type Holder = Parameters<typeof openSessions.leftToProve>[0]

interface Opening extends Pick<Holder, 'account' | 'rules' | 'transaction'> {
  readonly kind: Kind
  readonly application: string
}

const isClass = (name: string): name is Holder['session']['proofs'][number]['class'] =>
  name === 'KNOWLEDGE' || name === 'POSSESSION' || name === 'INHERENCE' || name === 'VERIFIED_USER'

/** The session that a walk ends in, as an application judges it. */
const sessionOf = (ctx: Context, { kind }: Opening, { proofs }: Walk): Holder['session'] => {
  const at = ctx.platform.clock.now().getTime()
  const rows = proofs.flatMap((proof, index) => evidenceOf(proof, index === 0 ? 1 : 2))
  return {
    id: kind.id,
    userId: kind.id,
    userName: kind.name,
    deviceId: null,
    acr: null,
    proofs: rows.flatMap((row) => (isClass(row.class) ? [{ ...row, class: row.class, at }] : [])),
  }
}

/** What is left to prove in the session by one answer of the rules; null for a refusal. */
const leftBy = async (ctx: Context, holder: Holder, { outcome, flowId }: Admission) => {
  const flow =
    flowId === null
      ? await defaultFlow(ctx)
      : (await publishedFlows(ctx)).find(({ id }) => id === flowId)
  if (flow === undefined || flow.outcome === 'DENY') return null
  const left = flowId === null ? null : openSessions.leftToProve(holder, { flow })
  if (left !== null || outcome === 'ALLOW') return { flow, left }
  const asking = { ...flow, secondFactor: 'ALWAYS', skipSecondFactor: 'NEVER' } as const
  return { flow, left: openSessions.leftToProve(holder, { flow: asking }) }
}

/** How sessions go on into an application: with what its rules ask for beside, if they let in. */
export const onIn = async (
  ctx: Context,
  opening: Opening,
  walks: readonly Walk[],
): Promise<readonly Walk[]> => {
  const rules = await rulesOf(ctx, opening.application)
  const admissions = resourceRules.admissionsOf(rules, opening.kind.groups)
  if (admissions === null) return walks
  const found: Walk[] = []
  for (const walk of walks) {
    const holder = { ...opening, session: sessionOf(ctx, opening, walk) }
    for (const admission of admissions) {
      const asked = await leftBy(ctx, holder, admission)
      if (asked === null) continue
      const { left, flow } = asked
      if (left === null) found.push(walk)
      else found.push(...left.map((kind) => ({ flow, proofs: [...walk.proofs, proofBy(kind)] })))
    }
  }
  return found
}
