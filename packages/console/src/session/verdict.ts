import { idlePromptLeadMs, mustAutoRenew, sessionTimes } from '@signet/rules/sessions'

export interface CounterFacts {
  /** What is left of the token, and its whole length; null without a session. */
  readonly life: {
    readonly remainingMs: number
    readonly lengthMs: number
    /** Ends at its time, at work or not. */
    readonly isFixed?: boolean
  } | null
  /** Since anybody was at work in any tab. */
  readonly inactiveMs: number
  /** The session's length: the idle timeout equals it. */
  readonly timeoutMs: number
  /** On the page that adds bulk operations idling renews instead of expiring. */
  readonly isOnBulkPage: boolean
}

export type Verdict =
  | { readonly kind: 'expire' }
  /** `countsAsWork`: the idle time begins anew, too. */
  | { readonly kind: 'renew'; readonly countsAsWork: boolean }
  | { readonly kind: 'prompt'; readonly remainingSeconds: number }
  | { readonly kind: 'wait' }

/** What the session's clockwork does now (product: console, section 4). */
export const verdictOf = ({ life, inactiveMs, timeoutMs, isOnBulkPage }: CounterFacts): Verdict => {
  if (life === null || life.remainingMs <= 0) return { kind: 'expire' }
  if (life.isFixed === true) return { kind: 'wait' }
  const idleInMs = timeoutMs - inactiveMs
  const isPrompting = idleInMs <= idlePromptLeadMs(timeoutMs)
  // A token shorter than the margin is the last one before the absolute end of the session.
  const isLast = life.lengthMs <= sessionTimes.autoRenewBelowMs
  if (isOnBulkPage) {
    const isDue = mustAutoRenew({ remainingMs: life.remainingMs, prompting: false, idle: false })
    if ((isDue || idleInMs <= 0) && !isLast) return { kind: 'renew', countsAsWork: true }
  }
  if (idleInMs <= 0) return { kind: 'expire' }
  const counter = { remainingMs: life.remainingMs, prompting: isPrompting, idle: false }
  if (!isLast && mustAutoRenew(counter)) return { kind: 'renew', countsAsWork: false }
  if (!isPrompting) return { kind: 'wait' }
  const remainingSeconds = Math.ceil(Math.min(life.remainingMs, idleInMs) / 1000)
  return { kind: 'prompt', remainingSeconds }
}
