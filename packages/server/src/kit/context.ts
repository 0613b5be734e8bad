import type { X509Certificate } from 'node:crypto'
import type { CallerType } from '@signet/rules/applications'
import { may, type Need, type Permissions } from '@signet/rules/permissions'
import type { TenantDb } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import type { PendingEvent } from './audit-entry.ts'
import { ApiError } from './errors.ts'
import type { Limits } from './limits.ts'

/** What every request needs to know of its tenant; read by host name, at most 1 s stale. */
export interface Tenant {
  readonly id: string
  readonly companyName: string
  /** Scheme, host and port for links in mail and metadata; never the request's host. */
  readonly publicUrl: string
  /** The domain that its passkeys are of, where that is one above its host. */
  readonly passkeyDomain: string | null
  readonly defaultLocale: string
  /** Whose numbering plan telephone numbers without a country code follow: ISO 3166-1 alpha-2. */
  readonly phoneCountry: string | null
  readonly authenticationAccount: boolean
  readonly issuanceAccount: boolean
  readonly isProvider: boolean
  /** The tenant that administers this one; itself where there is none. */
  readonly providerId: string
  readonly smartLoginEnabled: boolean
  readonly locked: boolean
  /** Whether administrators of its service provider are led to their own sign-in from its sign-in page. */
  readonly spIdentityProvider: boolean
}

/** A principal's rights, read with its session in one statement per request. */
export interface Rights {
  readonly permissions: Permissions
  readonly superAdministrator: boolean
  /** The groups an administrator is limited to; `ALL` without a limit. */
  readonly groupScope: 'ALL' | readonly string[]
  readonly roleIds: readonly string[]
}

export interface UserActor extends Rights {
  readonly kind: 'user'
  readonly id: string
  /** The user id people type. */
  readonly name: string
  readonly sessionId: string
  readonly stepUpExpiresAt: Date | null
  readonly authenticatedAt: Date
}

export interface ApplicationActor extends Rights {
  readonly kind: 'application'
  readonly applicationType: CallerType
  readonly id: string
  readonly name: string
  readonly sessionId: string
}

/** Of a provider that helps in this tenant; `id` is the grant's. */
export type SupportActor = Omit<UserActor, 'kind'> & { readonly kind: 'support' }

export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'system'; readonly name: string }
  | UserActor
  | ApplicationActor
  | SupportActor

export interface RequestInfo {
  readonly id: string
  readonly address: string | null
  readonly userAgent: string | null
  /** The host asked for, as found by the trusted-proxy rule; links never use it. */
  readonly host: string
  /** RFC 7638 thumbprint of the DPoP proof's key, when a valid proof came with the request. */
  readonly keyThumbprint: string | null
  /** Who accepts to be locked out, as typed. */
  readonly acceptedLockout?: string | null
  /** What every audit event of a request by a protocol names: door, application, client. */
  readonly via?: Readonly<Record<string, unknown>>
  /** The value of a cookie; null for none. */
  readonly cookies: (name: string) => string | null
  /** The certificate whose key this client has proven to hold; null for none, absent outside HTTP. */
  readonly certificate?: () => X509Certificate | null
  /** Where wrong answers are counted; absent outside HTTP. */
  readonly limits?: Limits
}

export interface Context {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly actor: Actor
  readonly locale: string
  readonly request: RequestInfo
  readonly log: Log
  /** Bound to the tenant; inside `transaction`, to that transaction. */
  readonly db: TenantDb
  /** The versions of If-Match, of which one must be the row's; null when the caller sent none. */
  readonly ifMatch: readonly number[] | null
  /** Events of the open transaction; null outside one. */
  readonly events: PendingEvent[] | null
  /** Runs `work` in one transaction (the present one, if open) and writes its audit events with COMMIT. */
  transaction<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

export const mayDo = ({ actor }: Context, need: Need): boolean =>
  'permissions' in actor && may(actor.permissions, need)

/** What rows keep of who changed them; an empty text for someone not signed in. */
export const actorName = ({ actor }: Context): string =>
  actor.kind === 'anonymous' ? '' : actor.name

/** The signed-in user of a self-service call. @throws access_denied for any other actor */
export const signedInUser = (ctx: Context): UserActor => {
  if (ctx.actor.kind !== 'user') throw new ApiError('access_denied')
  return ctx.actor
}

/** If-Match against the row's version (RFC 9110, 13.1.1). @throws precondition_failed */
export const expectVersion = (ctx: Context, version: number): void => {
  if (ctx.ifMatch !== null && !ctx.ifMatch.includes(version)) {
    throw new ApiError('precondition_failed', { headers: { ETag: `"${version}"` } })
  }
}
