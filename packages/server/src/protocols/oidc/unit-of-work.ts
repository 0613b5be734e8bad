import { AsyncLocalStorage } from 'node:async_hooks'
import type { RejectionDoor } from '@signet/rules/rejections'
import type { CompiledQuery } from 'kysely'
import type { PendingEvent } from '../../kit/audit-entry.ts'
import type { Context } from '../../kit/context.ts'
import type { Access } from '../../modules/access/application-access/index.ts'
import type { OpenSession } from '../../modules/access/sign-in/index.ts'
import type { ProtectedApi } from '../../modules/applications/resource-apis/index.ts'
import type { Arrival } from './access/places.repository.ts'
import type { Account } from './claims/account-claims.ts'
import type { OrganizationChoice } from './claims/organizations.repository.ts'
import type { Known } from './claims/subjects.repository.ts'
import type { Fault } from './rejections/rejection-reasons.ts'
import type { Payload, StoredToken } from './tokens.repository.ts'

/** A session row that oidc-provider touched: its new state, or its end. */
export interface SessionChange {
  /** The cookie value from now on, with what the library keeps; null ends the session. */
  readonly next: { readonly cookie: string; readonly payload: Payload } | null
}

interface Consumption {
  readonly id: Buffer
  readonly isRefresh: boolean
}

/**
 * What one OpenID Connect request reads and is going to write. Everything is written in one
 * flush before the answer leaves.
 */
export interface UnitOfWork {
  readonly ctx: Context
  /** Value of a cookie of this request. */
  readonly cookie: (name: string) => string | null
  /** Of the request, below the mount, with its query. */
  readonly path: string
  /** The interaction that this request goes on with, in the browser that began it. */
  readonly resumed: Payload | null
  /** By what the page knows the interaction that this request has begun. */
  interactionName: string | null
  readonly tokens: Map<string, Promise<StoredToken | null>>
  readonly grants: Map<string, Payload>
  readonly accounts: Map<string, Account>
  /** Who users are at applications that know them by an attribute. */
  readonly subjects: Map<string, Promise<Known>>
  /** APIs read in this request, by client and identifier; null for one that is not there. */
  readonly apis: Map<string, Map<string, ProtectedApi | null>>
  /** Row ids of sessions read in this request, by cookie value. */
  readonly sessionIds: Map<string, string>
  readonly sessionChanges: Map<string, SessionChange>
  readonly grantWrites: CompiledQuery[]
  readonly writes: CompiledQuery[]
  readonly consumed: Consumption[]
  readonly events: PendingEvent[]
  /** What the library has rejected in this request, and why. */
  rejected: { readonly door: RejectionDoor; readonly fault: Fault } | null
  /** Who the browser's session belongs to, and when they last proved it. */
  session: {
    readonly accountId: string
    readonly authenticatedAt: Date
    /** RFC 8176. */
    readonly amr: readonly string[] | null
    readonly open: OpenSession
  } | null
  /** For which organization it is; null until it is asked. */
  organization: Promise<OrganizationChoice> | null
  /** What was chosen in an earlier step of the request. */
  picked: string | null
  /** Who comes in to an application that counts their places; null in every other request. */
  arrival: Arrival | null
  /** What that session is good for at the application that asks; null until it is judged. */
  access: Promise<Access> | null
  /** What people type for the device that this request has begun with. */
  userCode: string | null
  /** What stands for a sign-in that nobody can be asked for; null in every other request. */
  pretended: Readonly<Record<string, unknown>> | null
  /** Who acts for the person in a token that is exchanged (RFC 8693, section 4.1). */
  actor: Readonly<Record<string, unknown>> | null
  /** The client that has proven itself in this request. */
  clientId: () => string | null
  /** RFC 7638 thumbprint of the DPoP key the library has checked; null without a proof. */
  proofKey: () => Promise<string | null>
  /** The answer of an earlier, identical refresh: replaces whatever the library says. */
  repeat: Record<string, unknown> | null
}

const store = new AsyncLocalStorage<UnitOfWork>()

export const unitOfWork = (): UnitOfWork => {
  const present = store.getStore()
  if (present === undefined)
    throw new Error('no unit of work: an OpenID Connect model outside a request')
  return present
}

interface Beginning {
  readonly ctx: Context
  readonly cookie: (name: string) => string | null
  readonly path: string
  readonly resumed: Payload | null
}

export const withUnitOfWork = <T>(beginning: Beginning, work: () => T): T =>
  store.run(
    {
      ...beginning,
      tokens: new Map(),
      grants: new Map(),
      accounts: new Map(),
      subjects: new Map(),
      apis: new Map(),
      sessionIds: new Map(),
      sessionChanges: new Map(),
      interactionName: null,
      grantWrites: [],
      writes: [],
      consumed: [],
      events: [],
      rejected: null,
      session: null,
      organization: null,
      picked: null,
      arrival: null,
      access: null,
      userCode: null,
      pretended: null,
      actor: null,
      clientId: () => null,
      proofKey: async () => null,
      repeat: null,
    },
    work,
  )
