import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { isAssertion, type MutantReport, type Thrown } from './verdict.ts'

const lineOf = ({ name, message }: Thrown): string =>
  `${name ?? 'Error'}: ${message.split('\n', 1)[0] ?? ''}`

const failuresOf = (modules: readonly TestModule[]): TestCase[] =>
  modules.flatMap((module) => [...module.children.allTests('failed')])

const errorsOf = (test: TestCase): readonly Thrown[] => test.result().errors ?? []

const named = (test: TestCase): string => `${test.fullName} (${errorsOf(test).map(lineOf).join()})`

/** Failures outside of a test: at import, in a hook. */
const brokenIn = (modules: readonly TestModule[]): string[] =>
  modules.flatMap((module) =>
    [module, ...module.children.allSuites()].flatMap((part) =>
      part.errors().map((error) => `${relative(process.cwd(), module.moduleId)}: ${lineOf(error)}`),
    ),
  )

const reportOf = (modules: readonly TestModule[], unhandled: readonly Thrown[]): MutantReport => {
  const failed = failuresOf(modules)
  const asserted = failed.filter((test) => errorsOf(test).some(isAssertion))
  const otherwise = failed.filter((test) => !asserted.includes(test))
  return {
    files: modules.map(({ moduleId }) => relative(process.cwd(), moduleId)),
    passed: modules.flatMap((module) => [...module.children.allTests('passed')]).length,
    asserted: asserted.map(named),
    otherwise: otherwise.map(named),
    broken: [...brokenIn(modules), ...unhandled.map(lineOf)],
  }
}

export default class MutantReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Thrown[]): void {
    const path = process.env['MUTANT_REPORT_FILE']
    if (path !== undefined) writeFileSync(path, JSON.stringify(reportOf(modules, unhandled)))
  }
}
