import type { AuthenticatorDeeds, UserAuthenticators } from './user-authenticators.queries.ts'

/** A deed that has to be confirmed, with its words. */
export interface Question {
  readonly title: string
  readonly text: string
  readonly confirmLabel: string
  /** What is said afterwards. */
  readonly done?: string
  /** Who gets an email by it: what is said afterwards is whether the email was queued. */
  readonly recipient?: string
  readonly isDestructive: boolean
  readonly run: () => Promise<unknown>
}

/** What each section of a user's authenticators is given. */
export interface SectionProps {
  readonly found: UserAuthenticators
  /** The user's name. */
  readonly name: string
  readonly deeds: AuthenticatorDeeds
  readonly ask: (question: Question) => void
  readonly mayEdit: boolean
}
