import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { type FileTiming, failureLine, type Skip } from './result.ts'

/** What the runner counts; Vitest's own JSON leaves out why a test was skipped. */
export interface VitestReport {
  readonly passed: number
  readonly failed: number
  /** A line for each test that failed: where, which, and how its error begins. */
  readonly failures: readonly string[]
  readonly skipped: readonly Skip[]
  readonly files: readonly string[]
  /** Files whose process died while they ran: nothing of them counts. */
  readonly cutOff: readonly string[]
  readonly timings: readonly FileTiming[]
  /** What tests say beside their result (`task.meta.note`). */
  readonly notes: readonly string[]
}

const pathOf = (module: TestModule): string => relative(process.cwd(), module.moduleId)

const nameOf = (test: TestCase): string => `${pathOf(test.module)}: ${test.fullName}`

const skipOf = (test: TestCase): Skip => {
  const result = test.result()
  const note = result.state === 'skipped' ? result.note : undefined
  return { name: nameOf(test), reason: note ?? 'no reason given' }
}

const failureOf = (test: TestCase): string => {
  const [error] = test.result().errors ?? []
  const line = error?.stacks?.find(({ file }) => file === test.module.moduleId)?.line
  const { pages } = test.meta()
  return failureLine({
    name: nameOf(test),
    message: error?.message ?? 'no error given',
    line,
    pages,
  })
}

const isEndOfWorker = (error: unknown): boolean =>
  error instanceof Object && /^\[vitest-pool\]: Worker \w+ emitted error/.test(messageOf(error))

const firstLineOf = (error: unknown): string =>
  error instanceof Object ? (messageOf(error).split('\n')[0] ?? '') : String(error)

const messageOf = (error: object): string =>
  'message' in error && typeof error.message === 'string' ? error.message : ''

const isUnfinished = (module: TestModule): boolean => ['pending', 'queued'].includes(module.state())

const testsIn = (modules: readonly TestModule[], state: 'passed' | 'failed'): TestCase[] =>
  modules.flatMap((module) => [...module.children.allTests(state)])

/** Files that failed outside a test: at import, in a hook. */
const failedOutside = (modules: readonly TestModule[]): TestModule[] =>
  modules.filter(
    (module) => module.state() === 'failed' && testsIn([module], 'failed').length === 0,
  )

const notRun = (modules: readonly TestModule[]): TestCase[] =>
  modules.flatMap((module) =>
    [...module.children.allTests()].filter((test) => {
      const { state } = test.result()
      return state === 'skipped' || state === 'pending'
    }),
  )

const endpointsOf = (module: TestModule): number =>
  [...module.children.allTests()].reduce((sum, test) => sum + (test.meta().endpoints ?? 0), 0)

const timingOf = (module: TestModule): FileTiming => {
  const { duration, collectDuration } = module.diagnostic()
  return {
    file: pathOf(module),
    seconds: (duration + collectDuration) / 1000,
    cpuSeconds: module.meta().cpuSeconds ?? 0,
    endpoints: endpointsOf(module),
  }
}

const notesOf = (module: TestModule): string[] =>
  [...module.children.allTests()].flatMap((test) => test.meta().note ?? [])

const reportOf = (modules: readonly TestModule[], unhandled: readonly unknown[]): VitestReport => {
  const ended = unhandled.filter(isEndOfWorker).length
  const cutOff = ended > 0 ? modules.filter(isUnfinished) : []
  const finished = modules.filter((module) => !cutOff.includes(module))
  const errors = cutOff.length > 0 ? unhandled.filter((error) => !isEndOfWorker(error)) : unhandled
  const failed = testsIn(finished, 'failed')
  const outside = failedOutside(finished)
  return {
    passed: testsIn(finished, 'passed').length,
    failed: failed.length + outside.length + errors.length,
    failures: [
      ...failed.map(failureOf),
      ...outside.map((module) => `${pathOf(module)}: failed outside a test`),
      ...errors.map((error) => `outside every test: ${firstLineOf(error)}`),
    ],
    skipped: notRun(finished).map(skipOf),
    files: modules.map(pathOf),
    cutOff: cutOff.map(pathOf),
    timings: finished.map(timingOf),
    notes: finished.flatMap(notesOf),
  }
}

export default class RunnerReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const path = process.env['TEST_REPORT_FILE']
    if (path !== undefined) writeFileSync(path, JSON.stringify(reportOf(modules, unhandled)))
  }
}
