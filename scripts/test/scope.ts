import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { baseOfRecord, baseOfWork, changedSince, git } from './git.ts'
import { isRecord } from './parse.ts'

/** The last run of everything, as `npm run test:all` committed it. */
export const recordPath = fileURLToPath(new URL('full-run.json', import.meta.url))

/**
 * How much of the generated tests a run takes, chosen by TEST_SCOPE: `all`; by default (`drawn`) what
 * changed since the last run of everything and one in eight drawn by the tree of the commit; or only
 * what the work at hand changed (`changed`). Where git cannot tell what changed it is `all`.
 */
export interface Scope {
  readonly share: 'all' | 'drawn' | 'changed'
  readonly seed: string
  /** Files that changed, relative to the checkout. */
  readonly changed: ReadonlySet<string>
}

/** The commit of the last run of everything; undefined before the first one. */
export const recordedCommit = (): string | undefined => {
  if (!existsSync(recordPath)) return undefined
  const record: unknown = JSON.parse(readFileSync(recordPath, 'utf8'))
  return isRecord(record) && typeof record['commit'] === 'string' ? record['commit'] : undefined
}

/** The commit to compare with the last run of everything: `baseOfRecord`. */
export const comparedCommit = (): string | undefined => {
  const commit = recordedCommit()
  return commit === undefined ? undefined : baseOfRecord(commit, recordPath)
}

const changedFiles = (wanted: string | undefined): ReadonlySet<string> | undefined => {
  if (wanted === 'all') return undefined
  if (wanted === 'changed') return changedSince(baseOfWork())
  const commit = comparedCommit()
  return commit === undefined ? undefined : changedSince(commit)
}

const read = (): Scope => {
  const seed = process.env['TEST_SEED'] ?? git('rev-parse', 'HEAD^{tree}') ?? ''
  const wanted = process.env['TEST_SCOPE']
  const changed = changedFiles(wanted)
  if (changed === undefined) return { share: 'all', seed, changed: new Set() }
  return { share: wanted === 'changed' ? 'changed' : 'drawn', seed, changed }
}

let scope: Scope | undefined

/** The scope of this run, read once a process. */
export const currentScope = (): Scope => {
  scope ??= read()
  return scope
}

/** Whether the draw of this seed takes `name`: one in eight, the same ones on every machine. */
export const isDrawn = (name: string, { seed }: Pick<Scope, 'seed'> = currentScope()): boolean =>
  createHash('sha256').update(`${seed}\n${name}`).digest().readUInt32BE(0) % 8 === 0

/** Whether this run takes what is called `name` and whose code is in `files`. */
export const isInScope = (
  name: string,
  files: readonly string[],
  taken: Scope = currentScope(),
): boolean =>
  taken.share === 'all' ||
  files.some((file) => taken.changed.has(file)) ||
  (taken.share === 'drawn' && isDrawn(name, taken))
