import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseReport } from './parse.ts'
import { type ProgramResult, runScript } from './program.ts'
import { failure, nothing, type SuiteResult, sum } from './result.ts'
import type { Suite, VitestSuite } from './suites.ts'
import { filesOf } from './test-files.ts'
import type { Tools } from './tools.ts'

const limitSeconds = 60 * 60

const vitest = 'node_modules/vitest/vitest.mjs'

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

interface Judged extends SuiteResult {
  /** Files whose process ended under them. */
  readonly cutOff: readonly string[]
}

const judge = (suite: VitestSuite, ran: ProgramResult, path: string): Judged => {
  const { code, output } = ran
  const report = readReport(path)
  if (report === undefined) return { ...failure(output), cutOff: [] }
  const missing = missingFiles(suite, report.files)
  const told = missing.map((file) => `${file} was not run.\n`).join('')
  const failed = report.failed + missing.length
  const isUnexplained = code !== 0 && failed === 0 && report.cutOff.length === 0
  return {
    ...report,
    failed: isUnexplained ? 1 : failed,
    output: failed > 0 || isUnexplained ? output + told : '',
  }
}

const runOnce = async (suite: VitestSuite, tools: Tools): Promise<Judged> => {
  if (filesOfSuite(suite).length === 0)
    return { ...failure(`${suite.name} has no test files.`), cutOff: [] }
  const path = join(reports(), `${suite.name}.json`)
  rmSync(path, { force: true })
  const reporters = ['--reporter=dot', '--reporter=./scripts/test/reporter.ts']
  const projects = suite.projects.flatMap((project) => ['--project', project])
  const files = suite.files ?? []
  const args = ['run', '--retry=1', ...files, ...projects, ...reporters, '--silent=passed-only']
  const ran = await runScript(vitest, args, {
    env: { ...tools.env, ...suite.env, TEST_REPORT_FILE: path },
    limitSeconds,
  })
  return judge(suite, ran, path)
}

/**
 * Like a test that failed, a file whose process ended under it is run once more, and told: V8
 * aborts now and then where WebAssembly is loaded and dropped (nodejs/node#64500).
 */
const runVitest = async (suite: VitestSuite, tools: Tools): Promise<SuiteResult> => {
  const { cutOff, ...first } = await runOnce(suite, tools)
  if (cutOff.length === 0) return first
  const again = await runOnce({ ...suite, files: cutOff }, tools)
  const lost = again.cutOff.map((file) => `${file}: its process ended twice.\n`).join('')
  return {
    ...sum([first, again]),
    failed: first.failed + again.failed + again.cutOff.length,
    repeated: [
      ...first.repeated,
      ...again.repeated,
      ...cutOff.map((file) => `${file} (its process ended)`),
    ],
    output: first.output + again.output + lost,
    files: first.files,
  }
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
export const runSuite = async (suite: Suite, tools: Tools): Promise<SuiteResult> => {
  if (suite.kind === 'vitest') return skipFor(suite, tools) ?? (await runVitest(suite, tools))
  const { code, output } = await runScript(suite.file, suite.args, { limitSeconds })
  return code === 0 ? { ...nothing, passed: 1 } : failure(output)
}
