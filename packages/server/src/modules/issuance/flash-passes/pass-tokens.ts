import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { keyObjectOf } from '../../../platform/secrets/key-objects.ts'

/** Beneath the tenant's own address; Apple Wallet adds `/v1/…`. */
export const walletPath = '/wallet'

/** 256 bits in base64url: its own for each pass, the same in each file of it, and stored nowhere. */
const tokenOf = ({ platform, tenant }: Context, passId: string): string =>
  createHmac('sha256', keyObjectOf(platform.secrets.derive(tenant.id, 'apple-pass-token')))
    .update(passId)
    .digest('base64url')

/** What tells a phone where to ask, and by what it proves that it has the pass. */
export const updatesOf = (ctx: Context, passId: string) => ({
  webServiceURL: ctx.tenant.publicUrl + walletPath,
  authenticationToken: tokenOf(ctx, passId),
})

/** In constant time; costs the same for a pass that does not exist. */
export const isTokenOf = (ctx: Context, passId: string, shown: string): boolean => {
  const [expected, given] = [Buffer.from(tokenOf(ctx, passId)), Buffer.from(shown)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
