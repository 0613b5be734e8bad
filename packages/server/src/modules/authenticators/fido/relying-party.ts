import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'

/** The tenant's public URL is the only place where its passkeys work. */
export const relyingParty = (ctx: Context) => {
  const { origin, hostname } = new URL(ctx.tenant.publicUrl)
  return { id: hostname, name: ctx.tenant.companyName, origin }
}

/** What Android tells in place of an origin: the hash of the certificate that signed the app. */
const originOfApp = (fingerprint: string): string =>
  `android:apk-key-hash:${Buffer.from(fingerprint.replaceAll(':', ''), 'hex').toString('base64url')}`

/** Origins whose pages may use the tenant's passkeys: its own, and those it has related to it. */
export const pageOrigins = async (ctx: Context): Promise<string[]> => {
  const { relatedOrigins } = await settings.fido(ctx)
  return [...new Set([relyingParty(ctx).origin, ...relatedOrigins])]
}

/** Pages, and the tenant's own apps. Apps on Apple devices speak with the page's origin. */
export const originsOf = async (ctx: Context): Promise<string[]> => {
  const { apps } = await settings.fidoAndroid(ctx)
  const fingerprints = apps.flatMap(({ sha256CertFingerprints }) => sha256CertFingerprints)
  return [...(await pageOrigins(ctx)), ...fingerprints.map(originOfApp)]
}

/** A user's handle: their id's 16 bytes, which say nothing about them (WebAuthn level 3, 14.6.1). */
export const userHandle = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** The library takes a while to load, and most sign-ins do without. */
export const webauthn = () => import('@simplewebauthn/server')
