import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseReport } from './parse.ts'
import { type ProgramResult, runScript } from './program.ts'
import { failure, nothing, type SuiteResult, sum } from './result.ts'
import type { Suite, VitestSuite } from './suites.ts'
import { filesOf } from './test-files.ts'
import type { Tools } from './tools.ts'

/** Ends what hangs; slow machines take their time. */
const limitSeconds = 3 * 60 * 60

const vitest = 'node_modules/vitest/vitest.mjs'

interface RunParts {
  readonly env: Readonly<Record<string, string>>
  /** Decides the order of the files. */
  readonly seed: string
}

let folder: string | undefined

/** A folder for this run; removed at its end, also when a signal ends it. */
const reports = (): string => {
  if (folder !== undefined) return folder
  const made = mkdtempSync(join(tmpdir(), 'signet-report-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  folder = made
  return made
}

const readReport = (path: string): ReturnType<typeof parseReport> | undefined => {
  try {
    return parseReport(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const filesOfSuite = ({ files, projects }: VitestSuite): readonly string[] =>
  files ?? filesOf(projects)

/** A run that left out a file which the suite's folders hold is not a passed run. */
const missingFiles = (suite: VitestSuite, ran: readonly string[]): string[] =>
  filesOfSuite(suite).filter((file) => !ran.includes(file))

const withFaults = (
  result: SuiteResult,
  faults: readonly string[],
  output: string,
): SuiteResult => ({
  ...result,
  failed: result.failed + faults.length,
  failures: [...result.failures, ...faults],
  output: result.failed + faults.length > 0 ? [output, ...faults].join('\n') : '',
})

const judge = (name: string, { code, output }: ProgramResult, path: string): SuiteResult => {
  const report = readReport(path)
  if (report === undefined) return failure(output)
  const cutOff = report.cutOff.map((file) => `${file}: its process died while it ran.`)
  const isUnexplained = code !== 0 && report.failed === 0 && cutOff.length === 0
  const ended = isUnexplained ? [`${name}: ended with exit code ${code}`] : []
  return withFaults({ ...report, output: '' }, [...cutOff, ...ended], output)
}

/** A part of a suite's files, as Vitest writes it: `1/2`. */
const runPart = async (
  { name, projects, files = [], env: own }: VitestSuite,
  { env, seed }: RunParts,
  part: string | null,
): Promise<SuiteResult> => {
  const path = join(reports(), `${name} ${part?.replace('/', ' of ') ?? ''}.json`)
  rmSync(path, { force: true })
  const reporters = ['--reporter=dot', '--reporter=./scripts/test/reporter.ts']
  const chosen = projects.flatMap((project) => ['--project', project])
  const shard = part === null ? [] : [`--shard=${part}`, '--maxWorkers=1']
  const args = ['run', ...files, ...chosen, ...reporters, ...shard, '--silent=passed-only']
  const ran = await runScript(vitest, args, {
    env: { ...env, ...own, TEST_REPORT_FILE: path, TEST_ORDER: seed },
    limitSeconds,
  })
  return judge(name, ran, path)
}

const partsOf = ({ files, isDivided = false }: VitestSuite): readonly (string | null)[] => {
  const count = isDivided && files === undefined ? Math.min(availableParallelism(), 4) : 1
  return count === 1 ? [null] : Array.from({ length: count }, (_, at) => `${at + 1}/${count}`)
}

/** A failure counts, whatever a second run would say. */
const runVitest = async (suite: VitestSuite, run: RunParts): Promise<SuiteResult> => {
  if (filesOfSuite(suite).length === 0) return failure(`${suite.name} has no test files.`)
  const results = await Promise.all(partsOf(suite).map((part) => runPart(suite, run, part)))
  const total = sum(results)
  const missing = missingFiles(suite, total.files).map((file) => `${file} was not run.`)
  return withFaults(total, missing, results.map(({ output }) => output).join(''))
}

const skipFor = (suite: VitestSuite, tools: Tools): SuiteResult | undefined => {
  const skipped = suite.needs.flatMap((tool) => {
    const reason = tools.missing[tool]
    return reason === undefined ? [] : [{ name: `the suite ${suite.name}`, reason }]
  })
  if (skipped.length === 0) return undefined
  return { ...nothing, skipped: skipped.slice(0, 1) }
}

/** Runs one suite; what it needs and the machine lacks makes it a skip. */
export const runSuite = async (
  suite: Suite,
  tools: Tools,
  run: Pick<RunParts, 'seed'>,
): Promise<SuiteResult> => {
  if (suite.kind === 'vitest')
    return skipFor(suite, tools) ?? (await runVitest(suite, { env: tools.env, ...run }))
  const { code, output } = await runScript(suite.file, suite.args, { limitSeconds })
  return code === 0 ? { ...nothing, passed: 1 } : failure(`${suite.name} failed.\n${output}`)
}
