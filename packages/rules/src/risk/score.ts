export const riskLevels = ['LOW', 'MEDIUM', 'HIGH'] as const
export type RiskLevel = (typeof riskLevels)[number]

/** What a rule does at a level, the mildest first. */
export const riskActions = ['ALLOW', 'STEP_UP', 'DENY'] as const
export type RiskAction = (typeof riskActions)[number]

export interface Thresholds {
  /** Per cent: from here on the risk is medium. */
  readonly mediumFrom: number
  /** And from here on high. */
  readonly highFrom: number
}

export interface Score {
  readonly failedPoints: number
  readonly totalPoints: number
  /** Failed of total, 0 to 100, rounded down. */
  readonly percent: number
  readonly level: RiskLevel
}

interface Judged {
  readonly points: number
  readonly failed: boolean
}

const pointsOf = (outcomes: readonly Judged[]): number =>
  outcomes.reduce((sum, { points }) => sum + points, 0)

/**
 * How risky it is: failed points of all points. Without a factor the risk is low; the only factor
 * there is makes it high by failing, whatever the thresholds.
 */
export const scoreOf = (outcomes: readonly Judged[], thresholds: Thresholds): Score => {
  const failed = outcomes.filter((outcome) => outcome.failed)
  const [failedPoints, totalPoints] = [pointsOf(failed), pointsOf(outcomes)]
  const percent = totalPoints === 0 ? 0 : Math.floor((100 * failedPoints) / totalPoints)
  const points = { failedPoints, totalPoints, percent }
  if (failed.length === 0) return { ...points, level: 'LOW' }
  const isHigh = outcomes.length === 1 || percent >= thresholds.highFrom
  if (isHigh) return { ...points, level: 'HIGH' }
  return { ...points, level: percent >= thresholds.mediumFrom ? 'MEDIUM' : 'LOW' }
}

export interface RuleVerdict {
  readonly action: RiskAction
  /** Its denial holds whatever other rules say. */
  readonly strict: boolean
}

/**
 * The place of the rule that decides: a strict one that denies, else the mildest, which lets in if
 * any does. Null where there is no rule.
 */
export const decidingRule = (verdicts: readonly RuleVerdict[]): number | null => {
  const strict = verdicts.findIndex((verdict) => verdict.strict && verdict.action === 'DENY')
  if (strict >= 0) return strict
  const mildest = riskActions.find((action) => verdicts.some((one) => one.action === action))
  return mildest === undefined ? null : verdicts.findIndex(({ action }) => action === mildest)
}
