import type { RiskAction } from './score.ts'

/** What a change would have done to a sign-in. */
export const whatIfEffects = ['BLOCKED', 'STEPPED_UP', 'LET_THROUGH'] as const
export type WhatIfEffect = (typeof whatIfEffects)[number]

const severity: Readonly<Record<RiskAction, number>> = { ALLOW: 0, STEP_UP: 1, DENY: 2 }

/** What has changed for a sign-in that came out one way before and another way after; null for nothing. */
export const effectOf = (before: RiskAction, after: RiskAction): WhatIfEffect | null => {
  if (before === after) return null
  if (severity[after] < severity[before]) return 'LET_THROUGH'
  return after === 'DENY' ? 'BLOCKED' : 'STEPPED_UP'
}
