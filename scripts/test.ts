import { parseArgs } from 'node:util'
import { isDebianAsRoot } from './test/machine.ts'
import { stopPrograms } from './test/program.ts'
import { exitCode, failure, nothing, type SuiteResult, sum, summaryLine } from './test/result.ts'
import { runSuite } from './test/run-suite.ts'
import { plans, type Suite } from './test/suites.ts'
import { allTestFiles } from './test/test-files.ts'
import { prepareTools } from './test/tools.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
})

const isStrict = isDebianAsRoot() || !['', 'false', undefined].includes(process.env['CI'])

const choose = (): readonly Suite[] => {
  const plan: readonly Suite[] = plans[values.quick ? 'quick' : values.all ? 'all' : 'full']
  if (values.only.length === 0) return plan
  const known = plans.all.map(({ name }) => name)
  const unknown = values.only.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`No suite ${unknown}; there are: ${known.join(', ')}.`)
  return plans.all.filter(({ name }) => values.only.includes(name))
}

const needsOf = (suites: readonly Suite[]) =>
  new Set(suites.flatMap((suite) => (suite.kind === 'vitest' ? suite.needs : [])))

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

const runAll = async (suites: readonly Suite[]): Promise<SuiteResult[]> => {
  const tools = await prepareTools(needsOf(suites))
  process.once('exit', () => void tools.stop())
  for (const line of tools.told) console.log(line)
  const results: SuiteResult[] = []
  for (const suite of suites) {
    const started = performance.now()
    process.stdout.write(suite.name.padEnd(20))
    const result = await runSuite(suite, tools)
    console.log(`${summaryLine(result).padEnd(40)} ${seconds(started)}`)
    if (result.output !== '') console.log(result.output.trim())
    results.push(result)
  }
  await tools.stop()
  return results
}

/** A full run that left a test file out is not a full run. */
const leftOut = (ran: readonly string[]): SuiteResult => {
  const missing = allTestFiles().filter((file) => !ran.includes(file))
  if (values.quick || values.only.length > 0 || missing.length === 0) return nothing
  return failure(`Test files that no suite runs: ${missing.join(', ')}`)
}

const report = (total: SuiteResult, started: number): void => {
  for (const { name, reason } of total.skipped) console.log(`skipped: ${name} (${reason})`)
  for (const name of total.repeated) console.log(`passed when run again: ${name}`)
  if (isStrict && total.skipped.length > 0) console.log('Here a skip counts as a failure.')
  console.log(`in ${seconds(started)}`)
  console.log(summaryLine(total))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.error(`\nStopping (${signal})…`)
    void stopPrograms().then(() => process.exit(130))
  })
}

const main = async (): Promise<number> => {
  const started = performance.now()
  const results = await runAll(choose())
  const unrun = leftOut(sum(results).files)
  if (unrun.output !== '') console.log(unrun.output)
  const total = sum([...results, unrun])
  report(total, started)
  return exitCode(total, isStrict)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
