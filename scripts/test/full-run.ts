import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { git } from './git.ts'
import { isRecord } from './parse.ts'
import type { SuiteResult } from './result.ts'
import { comparedCommit, currentScope, recordPath } from './scope.ts'
import type { Spent } from './timing.ts'

/** Commits after which a run warns that nobody ran everything, and after which it fails. */
const ageLimits = { warning: 60, failure: 200 } as const

export interface FullRun {
  readonly commit: string
  readonly seed: string
  readonly node: string
  readonly passed: number
  readonly files: number
  readonly seconds: number
  readonly cpuSeconds: number | null
  /** SHA-256 of the other members in this order: an edited record is rejected. */
  readonly digest: string
}

const digestOf = (run: Omit<FullRun, 'digest'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        run.commit,
        run.seed,
        run.node,
        run.passed,
        run.files,
        run.seconds,
        run.cpuSeconds,
      ]),
    )
    .digest('hex')

/** Keeps the record of a whole run that passed; nothing where the checkout is not a clean commit. */
export const keepFullRun = (total: SuiteResult, { seconds, cpuSeconds }: Spent): string => {
  const commit = git('rev-parse', 'HEAD')
  if (commit === undefined || git('status', '--porcelain') !== '')
    return 'The run is not recorded: the checkout is not a clean commit.'
  const run = {
    commit,
    seed: currentScope().seed,
    node: process.version,
    passed: total.passed,
    files: total.files.length,
    seconds: Math.round(seconds),
    cpuSeconds: cpuSeconds === null ? null : Math.round(cpuSeconds),
  }
  const record: FullRun = { ...run, digest: digestOf(run) }
  writeFileSync(recordPath, `${JSON.stringify(record, null, 2)}\n`)
  return `The run is recorded in ${recordPath}: commit it.`
}

const parse = (value: unknown): FullRun | undefined => {
  if (!isRecord(value)) return undefined
  const { commit, seed, node, passed, files, seconds, cpuSeconds, digest } = value
  return typeof commit === 'string' &&
    typeof seed === 'string' &&
    typeof node === 'string' &&
    typeof passed === 'number' &&
    typeof files === 'number' &&
    typeof seconds === 'number' &&
    (typeof cpuSeconds === 'number' || cpuSeconds === null) &&
    typeof digest === 'string'
    ? { commit, seed, node, passed, files, seconds, cpuSeconds, digest }
    : undefined
}

export interface RecordVerdict {
  readonly kind: 'fine' | 'warning' | 'failure'
  readonly text: string
}

/** Judges a record by its digest and by the commits made since. */
export const judgeRecord = (record: unknown, commitsSince: number | undefined): RecordVerdict => {
  const run = parse(record)
  if (run === undefined || run.digest !== digestOf(run))
    return { kind: 'failure', text: 'The record of the last `npm run test:all` is not genuine.' }
  if (commitsSince === undefined)
    return { kind: 'warning', text: 'This clone does not hold the commit of the last full run.' }
  const text = `The last \`npm run test:all\` was ${commitsSince} commits ago.`
  if (commitsSince >= ageLimits.failure) return { kind: 'failure', text }
  return { kind: commitsSince > ageLimits.warning ? 'warning' : 'fine', text }
}

/** How many commits of this branch came after the record; undefined where git does not know it. */
const commitsSince = (): number | undefined => {
  const commit = comparedCommit()
  const count = commit && git('rev-list', '--count', `${commit}..HEAD`)
  return count === undefined ? undefined : Number(count)
}

export interface RecordFindings {
  readonly warning?: string
  readonly failures: readonly string[]
}

/** What to say of the record in the checkout; without one a run takes everything anyway. */
export const recordFindings = (): RecordFindings => {
  if (!existsSync(recordPath)) return { failures: [] }
  const record: unknown = JSON.parse(readFileSync(recordPath, 'utf8'))
  const { kind, text } = judgeRecord(record, commitsSince())
  if (kind === 'failure') return { failures: [text] }
  return kind === 'warning' ? { warning: text, failures: [] } : { failures: [] }
}
