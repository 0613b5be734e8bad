import { systemFlows, tightened } from '@signet/rules/flows'
import type { AuthenticationMethodId } from '@signet/rules/sign-in'
import type { Reading } from '../../settings/families/index.ts'
import { entryFlowId } from '../definitions/index.ts'
import { publishedFlows, unchangedFlow, type WalkedFlow } from './published-flows.ts'

/** What decides by which flow somebody signs in. */
interface SignInRequest {
  /** The application that asks; null for the console and the portal. */
  readonly applicationId: string | null
  /** A user's id, the key of a stranger, or null while nobody is named. */
  readonly person: string | null
  /** How the application itself has people sign in. */
  readonly method?: AuthenticationMethodId | null
}

/** The flow of a method, as it came with the tenant. @throws for a method that has none */
const flowOfMethod = (method: AuthenticationMethodId): WalkedFlow => {
  const flow = systemFlows.find((each) => each.method === method)
  if (flow === undefined) throw new Error(`no flow serves ${method}`)
  return { ...flow, id: null, acrs: [] }
}

/** Everybody's flow, for whom nothing else is said. */
export const defaultFlow = async (ctx: Reading): Promise<WalkedFlow> =>
  (await publishedFlows(ctx)).find(({ isDefault }) => isDefault) ?? unchangedFlow

/**
 * The flow of a sign-in: the application's own, else the tenant's default, narrowed by what the application's rules ask of
 * everybody at low risk. It is the same for whoever is named: what their groups and their risk ask
 * for comes once something is proven. An error in that choice is a refusal, never another flow.
 */
export const flowFor = async (
  ctx: Reading,
  { applicationId, method = null }: SignInRequest,
): Promise<WalkedFlow> => {
  const usual = method === null ? await defaultFlow(ctx) : flowOfMethod(method)
  if (applicationId === null) return usual
  const wanted = await entryFlowId(ctx, applicationId)
  const flow = (await publishedFlows(ctx)).find(({ id }) => id === wanted)
  return flow === undefined ? usual : { ...usual, ...tightened(usual, flow) }
}
