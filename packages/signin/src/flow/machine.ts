import type {
  AuthenticationState,
  AuthenticatorChoice,
  RequiredAction,
  SignInAuthenticator,
} from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { EnrollmentMethod } from './enrollments.ts'

export type State = z.output<typeof AuthenticationState>
export type Choice = z.output<typeof AuthenticatorChoice>
export type Method = SignInAuthenticator
type Action = z.output<typeof RequiredAction>

export interface FactorPosition {
  readonly at: 'factor'
  readonly choices: readonly Choice[]
  readonly chosen: Choice
  /** The list of ways is shown in place of the chosen one. */
  readonly isChoosing: boolean
  readonly secondFactor: boolean
}

interface StuckPosition {
  /** No way is left that these pages know. */
  readonly at: 'stuck'
}

/** What the person is asked for now. */
export type Position =
  | { readonly at: 'identify'; readonly notice: 'expired' | null }
  | FactorPosition
  | { readonly at: 'changePassword'; readonly hasEnrolled: boolean }
  | { readonly at: 'enroll'; readonly methods: readonly EnrollmentMethod[] }
  | { readonly at: 'recoveryCodes'; readonly redirect: string | null }
  | { readonly at: 'leave'; readonly redirect: string | null }
  | StuckPosition
  /** What the application asked for is over: only the application can begin anew. */
  | { readonly at: 'ended' }

export type FlowEvent =
  | { readonly type: 'answered'; readonly state: State }
  | { readonly type: 'choose'; readonly choice: Choice }
  | { readonly type: 'another' }
  | { readonly type: 'changeUser' }
  | { readonly type: 'expired' }
  | { readonly type: 'interactionEnded' }
  | { readonly type: 'codesKept' }

export const atStart: Position = { at: 'identify', notice: null }

export const factor = (
  choices: readonly Choice[],
  secondFactor: boolean,
): FactorPosition | StuckPosition => {
  const [chosen] = choices
  return chosen === undefined
    ? { at: 'stuck' }
    : { at: 'factor', choices, chosen, isChoosing: false, secondFactor }
}

const actionPosition = (
  action: Action,
  { hasEnrolled, methods }: { hasEnrolled: boolean; methods: readonly EnrollmentMethod[] },
): Position =>
  action === 'PASSWORD_CHANGE' ? { at: 'changePassword', hasEnrolled } : { at: 'enroll', methods }

/** Factors come before actions: an action stands between the proven factors and the session. */
const positionOf = (before: Position, state: State): Position => {
  const { session, redirect, authenticators, requiredActions } = state
  const hasEnrolled =
    before.at === 'enroll' || (before.at === 'changePassword' && before.hasEnrolled)
  if (state.authenticationCompleted) {
    // Whoever has just enrolled a first second factor has no other way in yet.
    return hasEnrolled && session !== null
      ? { at: 'recoveryCodes', redirect }
      : { at: 'leave', redirect }
  }
  const [action] = requiredActions
  return authenticators.length === 0 && action !== undefined
    ? actionPosition(action, { hasEnrolled, methods: state.enrollableAuthenticators })
    : factor(authenticators, state.secondFactor)
}

/** The sign-in pages as a machine: where an event leads from a position. */
export const next = (before: Position, event: FlowEvent): Position => {
  switch (event.type) {
    case 'answered':
      return positionOf(before, event.state)
    case 'choose':
      return before.at === 'factor'
        ? { ...before, chosen: event.choice, isChoosing: false }
        : before
    case 'another':
      return before.at === 'factor' ? { ...before, isChoosing: !before.isChoosing } : before
    case 'changeUser':
      return atStart
    case 'expired':
      return { at: 'identify', notice: 'expired' }
    case 'interactionEnded':
      return { at: 'ended' }
    case 'codesKept':
      return before.at === 'recoveryCodes' ? { at: 'leave', redirect: before.redirect } : before
  }
}
