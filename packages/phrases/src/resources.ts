import type { Authenticators } from './en/authenticators.ts'
import type { BulkImport } from './en/bulkImport.ts'
import type { Common } from './en/common.ts'
import type { Customization } from './en/customization.ts'
import type { Dashboard } from './en/dashboard.ts'
import type { Glossary } from './en/glossary.ts'
import type { IssuancePortal } from './en/issuancePortal.ts'
import type { Members } from './en/members.ts'
import type { Resource } from './en/resource.ts'
import type { Security } from './en/security.ts'
import type { ServiceProvider } from './en/serviceProvider.ts'
import type { Settings } from './en/settings.ts'
import type { Subjects } from './en/subjects.ts'
import type { SubscriberPortal } from './en/subscriberPortal.ts'
import type { UserPortal } from './en/userPortal.ts'

/** What is in files of the namespaces; one file `en/<namespace>.ts` lists those of each. */
interface Own {
  common: Common
  authenticators: Authenticators
  members: Members
  security: Security
  settings: Settings
  dashboard: Dashboard
  glossary: Glossary
  bulkImport: BulkImport
  issuancePortal: IssuancePortal
  subscriberPortal: SubscriberPortal
  userPortal: UserPortal
  customization: Customization
  resource: Resource
  serviceProvider: ServiceProvider
}

/** All members of a union at once. */
type Joined<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? All
  : never

type PartIn<Subject, N extends string> =
  Subject extends Readonly<Record<N, infer Part>> ? Part : never

/** What the files of subjects bring to a namespace. */
type Brought<N extends string> = Joined<PartIn<Subjects[keyof Subjects], N>>

/** The English texts by namespace. */
export type Resources = { [N in keyof Own]: Own[N] & Brought<N> }

type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Path<T[K]>}`
}[keyof T & string]

/** Keys of one namespace, without its name: `actions.save`. */
export type KeyOf<N extends keyof Resources> = Path<Resources[N]>

/** Keys with their namespace: `common:actions.save`. Errors are looked up by code, not by key. */
export type TextKey<N extends keyof Resources = keyof Resources> = {
  [K in N]: `${K}:${KeyOf<K>}`
}[N]
