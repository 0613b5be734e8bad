import type { Context } from '../../../kit/context.ts'
import type { StoredUser } from './user-rows.ts'
import type { Lockout } from './users.present.ts'

/** How the authenticators above hash and store the first password of a user. */
interface InitialPassword {
  /** @throws password_invalid, password_invalid_compromised */
  hash(
    ctx: Context,
    chosen: { readonly password: string; readonly words: readonly string[] },
  ): Promise<string>
  /** Writes only: it is one of several collected writes. */
  store(
    ctx: Context,
    stored: {
      readonly userId: string
      readonly hash: string
      readonly forceChange: boolean
    },
  ): Promise<void>
}

/** How a user who was just added is invited by the area above. */
interface FirstInvitation {
  /**
   * Part of the transaction that adds them, which a refusal takes back.
   * @throws email_server_missing, invitation_not_allowed
   */
  send(ctx: Context, user: StoredUser): Promise<void>
}

/** What users show and have changed of the areas above; `app` fills it. */
export interface UserSlots {
  readonly passwords: InitialPassword
  readonly invitations: FirstInvitation
  readonly lockouts: {
    /** Wrong answers counted against a user's authenticators. */
    list(ctx: Context, userId: string): Promise<readonly Lockout[]>
    /** Forgets them; part of the caller's transaction. */
    clear(ctx: Context, userId: string): Promise<void>
  }
}
