/** A test that could not run, and why. */
export interface Skip {
  readonly name: string
  readonly reason: string
}

export interface SuiteResult {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly Skip[]
  /** Tests that failed first and passed when run again. */
  readonly repeated: readonly string[]
  /** What failed, in full; empty when nothing did. */
  readonly output: string
  /** The test files that ran, relative to the checkout. */
  readonly files: readonly string[]
}

export const nothing: SuiteResult = {
  passed: 0,
  failed: 0,
  skipped: [],
  repeated: [],
  output: '',
  files: [],
}

export const failure = (output: string): SuiteResult => ({ ...nothing, failed: 1, output })

export const sum = (results: readonly SuiteResult[]): SuiteResult => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
  skipped: results.flatMap(({ skipped }) => skipped),
  repeated: results.flatMap(({ repeated }) => repeated),
  output: '',
  files: results.flatMap(({ files }) => files),
})

export const summaryLine = ({ passed, failed, skipped }: SuiteResult): string =>
  `${passed} passed, ${failed} failed, ${skipped.length} skipped`

/** Where everything must run, a skip counts as a failure for the exit code. */
export const exitCode = ({ failed, skipped, passed }: SuiteResult, strict: boolean): number =>
  failed > 0 || passed === 0 || (strict && skipped.length > 0) ? 1 : 0
