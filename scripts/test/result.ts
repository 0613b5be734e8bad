/** A test that could not run, and why. */
export interface Skip {
  readonly name: string
  readonly reason: string
}

/** What one test file took: wall time of its tests and hooks, CPU time of its worker. */
export interface FileTiming {
  readonly file: string
  readonly seconds: number
  readonly cpuSeconds: number
  /** How often its tests tried an endpoint of the product; 0 where it sweeps over none. */
  readonly endpoints: number
}

export interface SuiteResult {
  readonly passed: number
  readonly failed: number
  /** A line for each failure; the end of a long run names them again. */
  readonly failures: readonly string[]
  readonly skipped: readonly Skip[]
  /** What failed, in full; empty when nothing did. */
  readonly output: string
  /** The test files that ran, relative to the checkout. */
  readonly files: readonly string[]
  readonly timings: readonly FileTiming[]
  /** Lines for the reader of the run. */
  readonly notes: readonly string[]
}

export const nothing: SuiteResult = {
  passed: 0,
  failed: 0,
  failures: [],
  skipped: [],
  output: '',
  files: [],
  timings: [],
  notes: [],
}

export const failure = (output: string): SuiteResult => {
  const [firstLine = ''] = output.trim().split('\n')
  return { ...nothing, failed: 1, failures: [firstLine], output }
}

/** Of a browser that waited in vain: for what. */
const waitedFor = /^\s*- (waiting for .+)$/m

/** What is enough of a page to see what stood in the way. */
const longestPage = 300

interface Failed {
  readonly name: string
  readonly message: string
  /** The line of the test that it left. */
  readonly line?: number | undefined
  /** What each page of a journey showed. */
  readonly pages?: readonly string[] | undefined
}

/** One line of a test that failed: which, how its error begins, where, and what was on the screen. */
export const failureLine = ({ name, message, line, pages = [] }: Failed): string =>
  [
    `${name}: ${message.split('\n')[0]}`,
    waitedFor.exec(message)?.[1],
    line === undefined ? undefined : `line ${line}`,
    ...pages.map((page) => page.slice(0, longestPage)),
  ]
    .filter((part) => part !== undefined)
    .join(', ')

export const sum = (results: readonly SuiteResult[]): SuiteResult => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
  failures: results.flatMap(({ failures }) => failures),
  skipped: results.flatMap(({ skipped }) => skipped),
  output: '',
  files: results.flatMap(({ files }) => files),
  timings: results.flatMap(({ timings }) => timings),
  notes: results.flatMap(({ notes }) => notes),
})

export const summaryLine = ({ passed, failed, skipped }: SuiteResult): string =>
  `${passed} passed, ${failed} failed, ${skipped.length} skipped`

/** Where everything must run, a skip counts as a failure for the exit code. */
export const exitCode = ({ failed, skipped, passed }: SuiteResult, strict: boolean): number =>
  failed > 0 || passed === 0 || (strict && skipped.length > 0) ? 1 : 0
