import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { putClaim, removeClaim } from './claims.repository.ts'
import { confirmDevices, removeDevices } from './devices.repository.ts'

/** 128 bits. */
const claimBytes = 16

/** What the app opens. In the fragment: it reaches no server, and no log of one. */
const linkOf = (ctx: Context, claim: string): string => {
  const values = new URLSearchParams({ service: ctx.tenant.publicUrl, claim })
  return `${ctx.platform.config.authenticatorUrl}/authenticator/#/add?${values}`
}

/** Nothing holds the token any more; in a transaction. */
export const forgetApps = async (ctx: Context, tokenId: string): Promise<void> => {
  await removeClaim(ctx, tokenId)
  await removeDevices(ctx, tokenId)
}

/** A link by which one app takes the token over; former links and apps end. In a transaction. */
export const inviteApp = async (ctx: Context, tokenId: string) => {
  const { activationLifeMinutes } = await settings.entrustSt(ctx)
  await removeDevices(ctx, tokenId)
  const claim = ctx.platform.ids.random(claimBytes).toString('base64url')
  const expiresAt = new Date(ctx.platform.clock.now().getTime() + activationLifeMinutes * 60_000)
  await putClaim(ctx, { tokenId, claim, expiresAt })
  return { link: linkOf(ctx, claim), expiresAt }
}

/** The owner has typed a code of the app: it is theirs. In a transaction. */
export const confirmApp = async (ctx: Context, tokenId: string): Promise<void> => {
  await removeClaim(ctx, tokenId)
  await confirmDevices(ctx, tokenId)
}
