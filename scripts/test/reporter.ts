import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Skip } from './result.ts'

/** What the runner counts; Vitest's own JSON leaves out why a test was skipped. */
export interface VitestReport {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly Skip[]
  /** Names of the tests that failed first and passed when run again. */
  readonly repeated: readonly string[]
  readonly files: readonly string[]
  /** Files whose process ended under them (a fatal error of the engine): nothing of them counts. */
  readonly cutOff: readonly string[]
}

const pathOf = (module: TestModule): string => relative(process.cwd(), module.moduleId)

const nameOf = (test: TestCase): string => `${pathOf(test.module)}: ${test.fullName}`

const skipOf = (test: TestCase): Skip => {
  const result = test.result()
  const note = result.state === 'skipped' ? result.note : undefined
  return { name: nameOf(test), reason: note ?? 'no reason given' }
}

const isEndOfWorker = (error: unknown): boolean =>
  error instanceof Object && /^\[vitest-pool\]: Worker \w+ emitted error/.test(messageOf(error))

const messageOf = (error: object): string =>
  'message' in error && typeof error.message === 'string' ? error.message : ''

const isUnfinished = (module: TestModule): boolean => ['pending', 'queued'].includes(module.state())

const inState = (modules: readonly TestModule[], state: 'passed' | 'failed'): number =>
  modules.flatMap((module) => [...module.children.allTests(state)]).length

/** Files that failed outside a test: at import, in a hook. */
const failedOutside = (modules: readonly TestModule[]): number =>
  modules.filter((module) => module.state() === 'failed' && inState([module], 'failed') === 0)
    .length

const notRun = (modules: readonly TestModule[]): TestCase[] =>
  modules.flatMap((module) =>
    [...module.children.allTests()].filter((test) => {
      const { state } = test.result()
      return state === 'skipped' || state === 'pending'
    }),
  )

const repeated = (modules: readonly TestModule[]): TestCase[] =>
  modules.flatMap((module) =>
    [...module.children.allTests('passed')].filter((test) => test.diagnostic()?.flaky === true),
  )

const reportOf = (modules: readonly TestModule[], unhandled: readonly unknown[]): VitestReport => {
  const ended = unhandled.filter(isEndOfWorker).length
  const cutOff = ended > 0 ? modules.filter(isUnfinished) : []
  const finished = modules.filter((module) => !cutOff.includes(module))
  const errors = cutOff.length > 0 ? unhandled.length - ended : unhandled.length
  return {
    passed: inState(finished, 'passed'),
    failed: inState(finished, 'failed') + failedOutside(finished) + errors,
    skipped: notRun(finished).map(skipOf),
    repeated: repeated(finished).map(nameOf),
    files: modules.map(pathOf),
    cutOff: cutOff.map(pathOf),
  }
}

export default class RunnerReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const path = process.env['TEST_REPORT_FILE']
    if (path !== undefined) writeFileSync(path, JSON.stringify(reportOf(modules, unhandled)))
  }
}
