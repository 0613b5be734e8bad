/** The visible clockwork of a session in the console. */
export const sessionTimes = {
  idlePromptLeadMs: 120_000,
  /** The lead is never more than this share of the session. */
  idlePromptShare: 3,
  initialCountdownSeconds: 60,
  autoRenewBelowMs: 15_000,
  pollIntervalMs: 500,
  /** What the step-up expiry is reset to. */
  stepUpReset: 0,
} as const

/** What logout leaves in the browser's store; everything else is cleared. */
export const keptAtLogout = ['authentication', 'banner', 'theme', 'messages', 'onboarding'] as const

/** How long before the end of the session the idle prompt appears. */
export const idlePromptLeadMs = (sessionMs: number): number =>
  Math.min(sessionTimes.idlePromptLeadMs, sessionMs / sessionTimes.idlePromptShare)

export interface SessionCounter {
  readonly remainingMs: number
  readonly prompting: boolean
  readonly idle: boolean
}

/** Whether the session renews by itself now: shortly before its end, with someone at work. */
export const mustAutoRenew = ({ remainingMs, prompting, idle }: SessionCounter): boolean =>
  remainingMs > 0 && remainingMs < sessionTimes.autoRenewBelowMs && !prompting && !idle

export interface SessionProof {
  readonly isAuthenticatedJwt: boolean
  readonly isStepAuth: boolean
}

export const isAuthenticated = ({ isAuthenticatedJwt, isStepAuth }: SessionProof): boolean =>
  isAuthenticatedJwt || isStepAuth
