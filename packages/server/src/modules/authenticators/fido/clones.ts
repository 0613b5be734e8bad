import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { markCloned, type StoredCredential } from './fido.repository.ts'

/**
 * A right signature with a counter that went back: somebody else signs with a copy of this key, or
 * has (WebAuthn level 3, 6.1.1). It signs nobody in, and where the tenant says so never again.
 */
export const noteClone = async (
  ctx: Context,
  { id, name, user_id, counter: expected }: StoredCredential,
  counter: number,
): Promise<void> => {
  const { switchOffCloned: switchesOff } = await settings.fido(ctx)
  await ctx.transaction(async (ctx) => {
    await markCloned(ctx, id, { switchesOff })
    audit(ctx, 'FIDO_CLONE_SUSPECTED', {
      subject: { entity: 'FIDO', id, name },
      outcome: 'DENIED',
      attributes: { user: user_id, counter, expected, switchedOff: switchesOff },
    })
  })
}
