/** `STOPPED` waits for an administrator; what comes after it in the list has ended. */
export const rolloutStates = [
  'PLANNED',
  'CANARY',
  'WATCHING',
  'ROLLING',
  'ROLLING_BACK',
  'STOPPED',
  'DONE',
  'ROLLED_BACK',
] as const
export type RolloutState = (typeof rolloutStates)[number]

/** Why a rollout stopped. */
export const rolloutStopReasons = [
  'BY_ADMINISTRATOR',
  'CANARY_FAILED',
  'FAILURES_ROSE',
  'ERROR',
] as const
export type RolloutStopReason = (typeof rolloutStopReasons)[number]

/** What a rollout did to one tenant. */
export const rolloutTenantStates = [
  'PENDING',
  'APPLIED',
  'UNCHANGED',
  'FAILED',
  'ROLLED_BACK',
] as const
export type RolloutTenantState = (typeof rolloutTenantStates)[number]

/** What a rollout would do with a field of a tenant that differs from the template. */
export const plannedFieldStates = ['CHANGED', 'OVERRIDDEN', 'REFUSED'] as const
export type PlannedFieldState = (typeof plannedFieldStates)[number]

/** Why the value of a template is not written. */
export const refusedFieldReasons = ['WEAKER', 'INVALID'] as const
export type RefusedFieldReason = (typeof refusedFieldReasons)[number]

export interface SignInCounts {
  readonly failed: number
  readonly all: number
}

interface RiseBounds {
  /** Percentage points that the share of failed sign-ins may rise by. */
  readonly points: number
  /** Percent of the earlier share that it may rise by. */
  readonly percent: number
}

/** With fewer failed sign-ins than this a share says nothing. */
export const fewestFailures = 10

const shareOf = ({ failed, all }: SignInCounts): number => (all === 0 ? 0 : failed / all)

/** Whether the share of failed sign-ins rose beyond both bounds, and not by a few of them alone. */
export const hasRisen = (
  before: SignInCounts,
  after: SignInCounts,
  { points, percent }: RiseBounds,
): boolean => {
  if (after.failed < fewestFailures) return false
  const [was, is] = [shareOf(before), shareOf(after)]
  return is - was > points / 100 && is > was * (1 + percent / 100)
}
