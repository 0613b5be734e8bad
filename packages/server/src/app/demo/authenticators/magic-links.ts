import { magicLinkFamily } from '@signet/contract/settings/magiclink'
import type { Context } from '../../../kit/context.ts'
import { issueMagicLink } from '../../../modules/authenticators/magic-links/index.ts'
import { settingsOf } from '../../../modules/settings/families/index.ts'
import type { Holder } from './holders.ts'

/** A link that an administrator made and has yet to hand over. */
export const insertMagicLinks = async (ctx: Context, holder: Holder): Promise<void> => {
  const body = { enabled: true, handOver: true, issuedLifeSeconds: 86_400 }
  await settingsOf(magicLinkFamily).update(ctx, { body })
  const { id } = holder('ines.andersson')
  await ctx.transaction((ctx) => issueMagicLink(ctx, id, { autoSend: false }))
}
