import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { tenantDomains } from '../../tenancy/tenants/index.ts'
import { withinBrowserLimit } from './registrable-labels.ts'

/** Whether a host is a domain or lies in it (WebAuthn Level 3, section 5.1.4.1, step 8). */
const isWithin = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)

/** Passkeys are of the tenant's host, or of a domain above it that it has proven. */
export const relyingParty = ({ tenant }: Context) => {
  const { origin, hostname } = new URL(tenant.publicUrl)
  const { passkeyDomain: domain } = tenant
  const id = domain !== null && isWithin(hostname, domain) ? domain : hostname
  return { id, name: tenant.companyName, origin }
}

/** What Android tells in place of an origin: the hash of the certificate that signed the app. */
const originOfApp = (fingerprint: string): string =>
  `android:apk-key-hash:${Buffer.from(fingerprint.replaceAll(':', ''), 'hex').toString('base64url')}`

/** Each host of the tenant as browsers reach it, the present one first. */
const originsOfHosts = async ({ db, tenant }: Context): Promise<readonly string[]> => {
  const { protocol, port, origin } = new URL(tenant.publicUrl)
  const hosts = await tenantDomains.hosts(db, tenant.id)
  const urls = hosts.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`)
  return [origin, ...urls.filter((url) => URL.canParse(url))]
}

/** Origins whose pages may use the tenant's passkeys: its own, and those it has related to it. */
const trustedOrigins = async (ctx: Context): Promise<string[]> => {
  const { relatedOrigins } = await settings.fido(ctx)
  return [...new Set([...(await originsOfHosts(ctx)), ...relatedOrigins])]
}

/** Those that browsers read (WebAuthn Level 3, section 5.11): as many as they take. */
export const pageOrigins = async (ctx: Context): Promise<string[]> =>
  withinBrowserLimit(await trustedOrigins(ctx))

/** Pages, and the tenant's own apps. Apps on Apple devices speak with the page's origin. */
export const originsOf = async (ctx: Context): Promise<string[]> => {
  const { apps } = await settings.fidoAndroid(ctx)
  const fingerprints = apps.flatMap(({ sha256CertFingerprints }) => sha256CertFingerprints)
  return [...(await trustedOrigins(ctx)), ...fingerprints.map(originOfApp)]
}

/** A user's handle: their id's 16 bytes, which say nothing about them (WebAuthn level 3, 14.6.1). */
export const userHandle = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** The library takes a while to load, and most sign-ins do without. */
export const webauthn = () => import('@simplewebauthn/server')
