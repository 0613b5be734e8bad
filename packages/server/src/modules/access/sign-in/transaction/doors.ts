import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Context } from '../../../../kit/context.ts'

/** How a sign-in ended, for the protocol that asked for it. */
export interface Outcome {
  readonly transactionId: string
  readonly userId: string
  readonly userName: string
  readonly sessionId: string
  readonly amr: readonly string[]
  readonly acr: string
  readonly authenticatedAt: Date
}

interface Described {
  readonly applicationName: string | null
  /** Of the application, as rules name it; null where it has none of its own. */
  readonly applicationId?: string | null
  readonly secondFactor: boolean
}

/** A protocol that sends people here to sign in. `id` names its waiting request. */
export interface Door {
  /** What the request asks for; null when this browser has no such request. */
  describe(ctx: Context, id: string): Promise<Described | null>
  /**
   * What the caller's open session has to prove before it is enough for the request; null where it
   * waits for something else, or for another session.
   */
  stepUp?(ctx: Context, id: string): Promise<readonly SignInAuthenticator[] | null>
  /** Where the browser goes on, on the same origin. */
  redirect(ctx: Context, id: string, outcome: Outcome): string | Promise<string>
}

export const doorNames = ['oidc', 'saml'] as const
export type DoorName = (typeof doorNames)[number]
export type Doors = Readonly<Partial<Record<DoorName, Door>>>
