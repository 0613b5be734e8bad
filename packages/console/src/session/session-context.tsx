import type { SelfSettings } from '@signet/contract/access/self'
import type { SupportSession } from '@signet/contract/provider/tenant-support'
import type { Subscriber } from '@signet/contract/tenancy/subscribers'
import { may, type Need } from '@signet/rules/permissions'
import { isVisible, type SessionFacts, type VisibleScreen } from '@signet/rules/visibility'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { z } from 'zod'
import { createStore, useStore } from '../lib/store.ts'

export type Theme = z.output<typeof Subscriber>

/** How the user portal is set up, beside what it shows. */
export type Portal = Pick<
  z.output<typeof SelfSettings>,
  'authenticators' | 'sdpEnabled' | 'userGuideUrl' | 'googleAuthenticatorOverride'
>

/** The person who is signed in. */
export interface SignedInUser {
  readonly id: string
  readonly userId: string
  readonly displayName: string
  readonly locale: string | null
  /** Holds a role of administration. */
  readonly isAdmin: boolean
  readonly registrationRequired: boolean
  readonly verificationRequired: boolean
  /** Sees a banner for each new release. */
  readonly seesReleases: boolean
}

/** The grant under which a provider has entered. */
export type Support = z.output<typeof SupportSession>

/** Who is signed in where, and what that lets them see. */
export interface ConsoleSession {
  /** Null for the session of a user. */
  readonly support: Support | null
  readonly user: SignedInUser
  readonly theme: Theme
  readonly portal: Portal
  readonly facts: SessionFacts
}

const SessionContext = createContext<ConsoleSession | null>(null)

interface SessionProviderProps {
  readonly session: ConsoleSession
  readonly children: ReactNode
}

/** Flags of the bundles that were read again since the session began. */
export const bundlesReadAgain = createStore<Partial<SessionFacts['bundles']>>({})

export const SessionProvider = ({ session: begun, children }: SessionProviderProps) => {
  const again = useStore(bundlesReadAgain)
  const session = useMemo(
    () => ({ ...begun, facts: { ...begun.facts, bundles: { ...begun.facts.bundles, ...again } } }),
    [begun, again],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

export const useSession = (): ConsoleSession => {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('this part needs a session around it')
  return session
}

/** Whether the signed-in person may do something. Courtesy: the server checks again. */
export const useMay = (): ((need: Need) => boolean) => {
  const { permissions } = useSession().facts
  return (need) => may(permissions, need)
}

type Conditional = Omit<VisibleScreen, 'conditions'> & Partial<Pick<VisibleScreen, 'conditions'>>

/** The one predicate of router, menu, search, palette and landing. */
export const isShown = (
  { needs, orNeeds = [], conditions = [] }: Conditional,
  facts: SessionFacts,
): boolean => isVisible({ ...(needs === undefined ? {} : { needs }), orNeeds, conditions }, facts)
