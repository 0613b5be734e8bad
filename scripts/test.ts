import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { cpuSeconds } from './test/cpu-seconds.ts'
import { keepFullRun, recordFindings } from './test/full-run.ts'
import { isDebianAsRoot } from './test/machine.ts'
import { measurePace } from './test/pace.ts'
import { stopPrograms } from './test/program.ts'
import { exitCode, failure, nothing, type SuiteResult, sum, summaryLine } from './test/result.ts'
import { runSuite } from './test/run-suite.ts'
import { currentScope } from './test/scope.ts'
import { changedPlan, mutants, plans, type Suite, stagesOf } from './test/suites.ts'
import { allTestFiles } from './test/test-files.ts'
import { describeSpent, overBudget, type Spent, slowestFiles, sweepCosts } from './test/timing.ts'
import { prepareTools, type Tools } from './test/tools.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
  },
})

const isStrict = isDebianAsRoot() || !['', 'false', undefined].includes(process.env['CI'])
const isPart = values.quick || values.changed || values.only.length > 0
/** A run that takes everything, for want of a record too, takes longer. */
const hasBudget = !isPart && currentScope().share === 'drawn'

// Read by the suites too, in processes of their own.
if (values.all) process.env['TEST_SCOPE'] = 'all'
if (values.changed) process.env['TEST_SCOPE'] = 'changed'
const seed = values.seed ?? currentScope().seed.slice(0, 12)
process.env['TEST_SEED'] ??= currentScope().seed

const planned = (): readonly Suite[] => {
  if (values.changed) return changedPlan()
  return plans[values.quick ? 'quick' : values.all ? 'all' : 'full']
}

const choose = (): readonly Suite[] => {
  if (values.only.length === 0) return planned()
  const known = plans.all.map(({ name }) => name)
  const unknown = values.only.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`No suite ${unknown}; there are: ${known.join(', ')}.`)
  const wanted = plans.all.filter(({ name }) => values.only.includes(name))
  // What opens a browser runs what was built.
  const isSeen = needsOf(wanted).has('chromium')
  return plans.all.filter((suite) => wanted.includes(suite) || (isSeen && suite.name === 'build'))
}

const needsOf = (suites: readonly Suite[]) =>
  new Set(suites.flatMap((suite) => (suite.kind === 'vitest' ? suite.needs : [])))

/** What has been spent since this was called. */
const stopwatch = (): (() => Spent) => {
  const started = performance.now()
  const used = cpuSeconds()
  return () => {
    const now = cpuSeconds()
    return {
      seconds: (performance.now() - started) / 1000,
      cpuSeconds: now === undefined || used === undefined ? null : now - used,
    }
  }
}

/** Prints CPU time only for a suite that runs alone; parallel suites cannot be told apart. */
const runOne = async (suite: Suite, tools: Tools, isAlone: boolean): Promise<SuiteResult> => {
  const spent = stopwatch()
  const result = await runSuite(suite, tools, { seed })
  const taken = isAlone ? spent() : { ...spent(), cpuSeconds: null }
  console.log(suite.name.padEnd(20) + summaryLine(result).padEnd(40) + describeSpent(taken))
  for (const note of result.notes) console.log(note)
  if (result.output !== '') console.log(result.output.trim())
  return result
}

/** After each suite, and all of them together: a machine changes within minutes. */
const paces: number[] = []
const meanPace = (): number => paces.reduce((total, pace) => total + pace, 0) / paces.length

const runAll = async (suites: readonly Suite[]): Promise<SuiteResult[]> => {
  const tools = await prepareTools(needsOf(suites))
  process.once('exit', () => void tools.stop())
  for (const line of tools.told) console.log(line)
  const results: SuiteResult[] = []
  for (const stage of stagesOf(suites)) {
    results.push(
      ...(await Promise.all(stage.map((suite) => runOne(suite, tools, stage.length === 1)))),
    )
    if (hasBudget) paces.push(await measurePace())
  }
  await tools.stop()
  return results
}

/** A full run that left a test file out is not a full run. */
const leftOut = (ran: readonly string[]): SuiteResult => {
  const missing = isPart ? [] : allTestFiles().filter((file) => !ran.includes(file))
  return missing.length === 0
    ? nothing
    : failure(`Test files that no suite runs: ${missing.join(', ')}`)
}

const judgeBudget = (spent: Spent): string | undefined => {
  const pace = meanPace()
  console.log(`The same work took ${pace.toFixed(2)} times as long as where the budget was set.`)
  return overBudget(spent, { cores: availableParallelism(), pace })
}

/** What concerns the run as a whole: its budget and the age of the last run of everything. */
const judgeRun = (spent: Spent): SuiteResult => {
  if (isPart || values.all) return nothing
  const { warning, failures } = recordFindings()
  if (warning !== undefined) console.log(`Warning: ${warning}`)
  const over = hasBudget ? judgeBudget(spent) : undefined
  if (!hasBudget) console.log('Everything ran: the budget is for a run that draws a sample.')
  const faults = over === undefined ? failures : [...failures, over]
  return faults.length === 0 ? nothing : failure(faults.join('\n'))
}

const report = (total: SuiteResult, spent: Spent): void => {
  for (const { name, reason } of total.skipped) console.log(`skipped: ${name} (${reason})`)
  if (isStrict && total.skipped.length > 0) console.log('Here a skip counts as a failure.')
  if (!isPart) console.log(`The slowest files:\n${slowestFiles(total.timings).join('\n')}`)
  const sweeps = sweepCosts(total.timings)
  if (sweeps.length > 0) console.log(`Sweeps, for each endpoint:\n${sweeps.join('\n')}`)
  if (total.failed > 0) console.log(['What failed:', ...total.failures].join('\n  '))
  console.log(`in ${describeSpent(spent)}; order of files: --seed ${seed}`)
  console.log(summaryLine(total))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.error(`\nStopping (${signal})…`)
    void stopPrograms().then(() => process.exit(130))
  })
}

const main = async (): Promise<number> => {
  const clock = stopwatch()
  const results = await runAll(choose())
  const spent = clock()
  const extra = [leftOut(sum(results).files), judgeRun(spent)]
  for (const { output } of extra) if (output !== '') console.log(output)
  const tested = sum([...results, ...extra])
  const isWhole = values.all && !isPart && tested.failed === 0
  if (isWhole) console.log(keepFullRun(tested, spent))
  // The record is there by now: how much the tests notice does not change what they showed.
  const total = isWhole
    ? sum([tested, await runOne(mutants, await prepareTools(new Set()), true)])
    : tested
  report(total, spent)
  return exitCode(total, isStrict)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
