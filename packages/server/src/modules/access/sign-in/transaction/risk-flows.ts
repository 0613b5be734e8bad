import { type Flow, type SecondFactorKind, secondFactorKinds } from '@signet/rules/flows'
import { oneOf } from '@signet/rules/membership'
import type { Context } from '../../../../kit/context.ts'
import { publishedFlows } from '../../flows/index.ts'

interface Wanted {
  readonly id: string
  /** What was proven first; null while nothing is. */
  readonly first: string | null
  /** The flow that the sign-in began by. */
  readonly usual: Flow
}

interface Chosen {
  readonly flow: Flow
  /** It began by a first factor that the flow does not know. */
  readonly isOther: boolean
}

const isSecond = oneOf(secondFactorKinds)

/** First factors of a flow as they are proven after another one; a link in a mail cannot be. */
const asSeconds = ({ firstFactors }: Flow): readonly SecondFactorKind[] =>
  firstFactors.flatMap((kind) => {
    const again = kind === 'PASSKEY' ? 'FIDO' : kind
    return isSecond(again) ? [again] : []
  })

const nameOf = (first: string): string => (first === 'PASSTHROUGH' ? 'PASSWORD' : first)

/**
 * The flow as it goes on from a first factor of another: its own first factor is proven second,
 * which is all that it asks for, or what came first is its second one. Null where neither is so.
 */
const goingOn = (flow: Flow, first: string, usual: Flow): Flow | null => {
  const isAll = flow.secondFactor === 'NONE' || flow.secondFactors.some((kind) => kind === first)
  const secondFactors = asSeconds(flow).filter((kind) => kind !== first)
  if (!isAll || secondFactors.length === 0) return null
  const { firstFactors } = usual
  return { ...flow, firstFactors, secondFactor: 'ALWAYS', secondFactors, skipSecondFactor: 'NEVER' }
}

/** The flow that a rule has chosen once something was proven; null where it lets nobody on. */
export const chosenFlow = async (
  ctx: Context,
  { id, first, usual }: Wanted,
): Promise<Chosen | null> => {
  const flow = (await publishedFlows(ctx)).find((each) => each.id === id)
  if (flow === undefined || flow.outcome === 'DENY') return null
  const proven = first === null ? null : nameOf(first)
  if (proven === null || flow.firstFactors.some((kind) => kind === proven)) {
    return { flow, isOther: false }
  }
  const other = goingOn(flow, proven, usual)
  return other === null ? null : { flow: other, isOther: true }
}
