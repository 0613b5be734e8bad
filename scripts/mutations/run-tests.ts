import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRecord, isStrings } from '../test/parse.ts'
import { runScript } from '../test/program.ts'
import type { MutantReport } from './verdict.ts'

const reporter = fileURLToPath(new URL('./reporter.ts', import.meta.url))

let reports: string | undefined

/** A folder for this run; removed at its end, also when a signal ends it. */
const reportFolder = (): string => {
  if (reports !== undefined) return reports
  const made = mkdtempSync(join(tmpdir(), 'signet-mutation-reports-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  reports = made
  return made
}

const parse = (text: string): MutantReport | undefined => {
  const report: unknown = JSON.parse(text)
  if (!isRecord(report)) return undefined
  const { files, passed, asserted, otherwise, broken } = report
  return typeof passed === 'number' &&
    isStrings(files) &&
    isStrings(asserted) &&
    isStrings(otherwise) &&
    isStrings(broken)
    ? { files, passed, asserted, otherwise, broken }
    : undefined
}

const readReport = (path: string): MutantReport | undefined => {
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

interface TestRun {
  readonly folder: string
  readonly project: string
  readonly tests: readonly string[]
  readonly limitSeconds: number
}

/**
 * Runs test files in a copy of the checkout, and all of what they generate. Each run has its own
 * database server, so that no database prepared without the mutation is used.
 */
export const runTests = async (run: TestRun): Promise<MutantReport> => {
  const path = join(reportFolder(), `${randomUUID()}.json`)
  const { code, output } = await runScript(
    join(process.cwd(), 'node_modules/vitest/vitest.mjs'),
    ['run', ...run.tests, '--project', run.project, `--reporter=${reporter}`],
    {
      cwd: run.folder,
      env: { MUTANT_REPORT_FILE: path, TEST_DATABASE_URL: '', TEST_SCOPE: 'all' },
      limitSeconds: run.limitSeconds,
    },
  )
  const lastLines = output.trim().split('\n').slice(-3).join(' ')
  const broken = [`Vitest ended with code ${code} and no report: ${lastLines}`]
  return readReport(path) ?? { files: run.tests, passed: 0, asserted: [], otherwise: [], broken }
}
