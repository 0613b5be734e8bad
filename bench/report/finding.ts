import type { Run } from '../load/drive.ts'
import type { Latency } from '../load/percentiles.ts'

export type Unit = '/s per core' | '/s' | 'ms' | 's' | 'MB' | 'KB' | 'times' | 'points'

/** What a line has to reach. */
export interface Goal {
  readonly must: number
  readonly aim: number
  /** What the calibration in `against` did on the machine for which the goal was set. */
  readonly calibratedThere?: number
}

/** One row of the table. */
export interface Finding {
  readonly line: string
  readonly unit: Unit
  readonly measured: number | null
  /** null for a calibration: it has no goal. */
  readonly goal: Goal | null
  /** Which side of the goal is good. */
  readonly better: 'more' | 'less'
  /** How it stands to the calibration that bounds it, or to the peer: measured / calibrated. */
  readonly against: { readonly name: string; readonly ratio: number } | null
  readonly latency: Latency | null
  readonly cpu: Pick<Run, 'cpuMillis' | 'outsideHashMillis' | 'postgresMillis'> | null
  readonly foreignCores: number | null
  /** Why there is no figure. */
  readonly missing: string | null
}

interface About {
  readonly line: string
  readonly unit: Unit
  readonly better?: 'more' | 'less'
  readonly goal?: Goal | null
  readonly against?: Finding['against']
}

const empty = { measured: null, latency: null, cpu: null, foreignCores: null, missing: null }

const basis = ({ line, unit, goal = null, better = 'more', against = null }: About) => ({
  ...empty,
  line,
  unit,
  goal,
  better,
  against,
})

/** A figure, with the run it came from where there is one. */
export const found = (about: About, measured: number, run: Run | null = null): Finding => ({
  ...basis(about),
  measured,
  latency: run?.latency ?? null,
  cpu: run,
  foreignCores: run?.foreignCores ?? null,
})

export const missing = (about: About, reason: string): Finding => ({
  ...basis(about),
  missing: reason,
})

export type Verdict = 'aim' | 'met' | 'met by ratio' | 'short' | ''

const reaches = ({ better }: Finding, measured: number, wanted: number): boolean =>
  better === 'more' ? measured >= wanted : measured <= wanted

/** The ratio to its calibration that a line must have: what counts on a machine of another speed. */
export const wantedRatioOf = ({ goal, against }: Finding): number | null =>
  against === null || goal?.calibratedThere === undefined ? null : goal.must / goal.calibratedThere

export const verdictOf = (finding: Finding): Verdict => {
  const { goal, measured } = finding
  if (goal === null || measured === null) return ''
  if (reaches(finding, measured, goal.aim)) return 'aim'
  if (reaches(finding, measured, goal.must)) return 'met'
  const wanted = wantedRatioOf(finding)
  const isLevel = wanted !== null && reaches(finding, finding.against?.ratio ?? Number.NaN, wanted)
  return isLevel ? 'met by ratio' : 'short'
}
