import { allRoutes } from '@signet/server/app/areas'
import type { Calibrations } from '../peers/calibrate.ts'
import { type Finding, missing } from '../report/finding.ts'
import type { Signet } from '../subject/signet.ts'
import type { Site } from '../subject/site.ts'
import type { goals } from './goals.ts'

/** What lines are measured on. */
export interface Stage {
  readonly site: Site
  readonly signet: Signet
  readonly calibrations: Calibrations
  /** Password checks that one core does in a second. */
  readonly hashesPerCore: number
  readonly seconds: number
}

export type About = (typeof goals)[keyof typeof goals]

/** Measures one or several lines of the table. */
export interface Measure<S = Stage> {
  readonly lines: readonly About[]
  /** Endpoints it calls, by their names in the contract. */
  readonly needs?: readonly string[]
  run(stage: S): Promise<readonly Finding[]>
}

const absent = (needs: readonly string[]): string[] =>
  needs.filter((name) => !allRoutes.some((route) => route.name === name))

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/** The findings; each of its lines with a reason instead when it cannot be measured. */
export const take = async <S>(measure: Measure<S>, stage: S): Promise<readonly Finding[]> => {
  const gone = absent(measure.needs ?? [])
  if (gone.length > 0) {
    return measure.lines.map((about) => missing(about, `not there yet: ${gone.join(', ')}`))
  }
  try {
    return await measure.run(stage)
  } catch (error) {
    return measure.lines.map((about) => missing(about, `failed: ${reasonOf(error)}`))
  }
}
