import type { Reading } from '../../settings/families/index.ts'
import { publishedFlows, unchangedFlow, type WalkedFlow } from './published-flows.ts'

/** What decides by which flow somebody signs in. */
export interface SignInRequest {
  /** The application that asks; null for the console and the portal. */
  readonly applicationId: string | null
  /** A user's id, the key of a stranger, or null while nobody is named. */
  readonly person: string | null
}

/**
 * The flow of a sign-in: the tenant's default. Whoever chooses by rules does it here; an error in
 * that choice is a refusal, never another flow.
 */
export const flowFor = async (ctx: Reading, _request: SignInRequest): Promise<WalkedFlow> => {
  const flows = await publishedFlows(ctx)
  return flows.find(({ isDefault }) => isDefault) ?? unchangedFlow
}
