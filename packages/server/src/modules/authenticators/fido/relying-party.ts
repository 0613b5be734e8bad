import type { Context } from '../../../kit/context.ts'

/** The tenant's public URL is the only place where its passkeys work. */
export const relyingParty = (ctx: Context) => {
  const { origin, hostname } = new URL(ctx.tenant.publicUrl)
  return { id: hostname, name: ctx.tenant.companyName, origin }
}

/** A user's handle: their id's 16 bytes, which say nothing about them (WebAuthn level 3, 14.6.1). */
export const userHandle = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** The library takes a while to load, and most sign-ins do without. */
export const webauthn = () => import('@simplewebauthn/server')
