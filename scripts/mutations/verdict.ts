export interface Thrown {
  readonly name?: string
  readonly message: string
  readonly cause?: unknown
}

const assertions: ReadonlySet<string> = new Set(['AssertionError', 'TestingLibraryElementError'])

const isThrown = (value: unknown): value is Thrown =>
  value instanceof Object && 'message' in value && typeof value.message === 'string'

/** Whether a test failed because an expectation was not met; a property has that as its cause. */
export const isAssertion = ({ name, message, cause }: Thrown): boolean =>
  assertions.has(name ?? '') ||
  message.includes('Property failed by returning false') ||
  (isThrown(cause) && isAssertion(cause))

/** What one run of Vitest shows about one mutation. */
export interface MutantReport {
  readonly files: readonly string[]
  readonly passed: number
  /** Tests that failed because an expectation was not met, with that. */
  readonly asserted: readonly string[]
  /** Tests that failed by any other error, with that error. */
  readonly otherwise: readonly string[]
  /** What failed outside of a test. */
  readonly broken: readonly string[]
}

export interface Verdict {
  readonly outcome: 'caught' | 'survived' | 'error'
  readonly detail: string
}

const error = (detail: string): Verdict => ({ outcome: 'error', detail })

/**
 * Only a failed expectation shows that a test holds the promise: what does not load, does not run
 * or breaks by accident shows nothing.
 */
export const judge = (report: MutantReport, expected: readonly string[]): Verdict => {
  const { asserted, otherwise, broken } = report
  const missing = expected.filter((file) => !report.files.includes(file))
  if (missing.length > 0) return error(`not run: ${missing.join(', ')}`)
  if (broken.length > 0) return error(`outside of a test: ${broken[0]}`)
  if (asserted.length > 0) {
    const more = asserted.length > 1 ? `, and ${asserted.length - 1} more` : ''
    return { outcome: 'caught', detail: `${asserted[0]}${more}` }
  }
  if (otherwise.length > 0) return error(`no assertion: ${otherwise[0]}`)
  if (report.passed === 0) return error('no test was executed')
  return { outcome: 'survived', detail: `${report.passed} tests pass` }
}

/** Without a mutation everything passes; else a failure with one would show nothing. */
export const faultsOf = (report: MutantReport, expected: readonly string[]): string[] => [
  ...expected.filter((file) => !report.files.includes(file)).map((file) => `not run: ${file}`),
  ...report.broken,
  ...report.asserted,
  ...report.otherwise,
]
