import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { savePassword } from './passwords.repository.ts'
import { hashChosen } from './passwords.service.ts'

interface Chosen {
  readonly password: string
  readonly words: readonly string[]
}

interface Initial {
  readonly userId: string
  readonly hash: string
  readonly forceChange: boolean
}

/** How a new user gets a first password: for the area below, whose writes travel together. */
export const initialPassword = {
  /** @throws password_invalid, password_invalid_compromised */
  hash: (ctx: Context, { password, words }: Chosen): Promise<string> =>
    hashChosen(ctx, { userId: null, password, words }),

  /** Writes only; the rules were read when the password was hashed. */
  async store(ctx: Context, { userId, hash, forceChange }: Initial): Promise<void> {
    const { maximumAgeMillis } = settings.password.lastRead(ctx)
    const now = ctx.platform.clock.now()
    await savePassword(ctx, {
      user_id: userId,
      hash,
      changed_at: now,
      changed_in: null,
      expires_at: maximumAgeMillis === 0 ? null : new Date(now.getTime() + maximumAgeMillis),
      force_change: forceChange,
    })
  },
} as const
