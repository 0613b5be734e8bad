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
}

const nameOf = (test: TestCase): string =>
  `${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`

const skipOf = (test: TestCase): Skip => {
  const result = test.result()
  const note = result.state === 'skipped' ? result.note : undefined
  return { name: nameOf(test), reason: note ?? 'no reason given' }
}

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

export default class RunnerReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const report: VitestReport = {
      passed: inState(modules, 'passed'),
      failed: inState(modules, 'failed') + failedOutside(modules) + unhandled.length,
      skipped: notRun(modules).map(skipOf),
      repeated: repeated(modules).map(nameOf),
      files: modules.map((module) => relative(process.cwd(), module.moduleId)),
    }
    const path = process.env['TEST_REPORT_FILE']
    if (path !== undefined) writeFileSync(path, JSON.stringify(report))
  }
}
