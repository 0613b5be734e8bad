import { ownAcrs } from '@signet/contract/access/acrs'
import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Reading } from '../../settings/families/index.ts'
import { publishedFlows, type WalkedFlow } from '../flows/index.ts'
import { openSessions } from '../sign-in/index.ts'

const { leftToProve } = openSessions

export type Holder = Awaited<ReturnType<typeof openSessions.readHolder>>

/** What a session reaches of the classes that were asked for. */
interface Reached {
  /** The first of them that it has; null for none. */
  readonly name: string | null
  /** What would reach the first that can be reached; empty where nothing can. */
  readonly left: readonly SignInAuthenticator[]
}

const leftForFlows = (
  holder: Holder,
  flows: readonly WalkedFlow[],
): readonly SignInAuthenticator[] | null => {
  const left = flows.map((flow) => leftToProve(holder, { flow }))
  return left.includes(null) ? null : (left.find((kinds) => kinds?.length !== 0) ?? [])
}

/** By the flows that reach a class, and by the two that the service gives itself. */
const leftFor = (
  holder: Holder,
  name: string,
  flows: readonly WalkedFlow[],
): readonly SignInAuthenticator[] | null => {
  if (name === 'aal1') return null
  if (name === 'aal2') return leftToProve(holder, { flow: holder.rules.flow, two: true })
  const reaching = flows.filter(({ acrs, outcome }) => outcome === 'ADMIT' && acrs.includes(name))
  return leftForFlows(holder, reaching)
}

const ownClasses: ReadonlySet<string> = new Set(ownAcrs)

/** Whether a sign-in of this tenant can reach one of these classes at all, whoever it is. */
export const areReachable = async (ctx: Reading, names: readonly string[]): Promise<boolean> => {
  if (names.some((name) => ownClasses.has(name))) return true
  const flows = await publishedFlows(ctx)
  return flows.some(
    ({ acrs, outcome }) => outcome === 'ADMIT' && acrs.some((acr) => names.includes(acr)),
  )
}

/**
 * The first of the asked classes that the session's proofs are evidence for, else what would bring
 * it there. The order is the application's (OpenID Connect Core 1.0, section 3.1.2.1).
 */
export const reachClasses = (
  holder: Holder,
  asked: readonly string[],
  flows: readonly WalkedFlow[],
): Reached => {
  const all = asked.map((name) => ({ name, left: leftFor(holder, name, flows) }))
  const reached = all.find(({ left }) => left === null)
  if (reached !== undefined) return { name: reached.name, left: [] }
  return { name: null, left: all.find(({ left }) => left?.length !== 0)?.left ?? [] }
}
