import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Git = (...args: readonly string[]) => string | undefined

/** What a git command prints; undefined where it fails, as outside a checkout. */
export const git: Git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** Files that differ from `commit`, committed or not; undefined where git does not know it. */
export const changedSince = (commit: string): ReadonlySet<string> | undefined => {
  const tracked = git('diff', '--name-only', commit)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  if (tracked === undefined || untracked === undefined) return undefined
  return new Set([...lines(tracked), ...lines(untracked)])
}

/**
 * The commit that a record in `file` is compared with: the one that it names or, where a rewritten
 * history lost that one, the parent of the commit that last wrote the file, so that what the two have
 * in one counts as changed too. Undefined where git knows neither.
 */
export const baseOfRecord = (commit: string, file: string, run: Git = git): string | undefined => {
  if (run('cat-file', '-e', `${commit}^{commit}`) !== undefined) return commit
  const writer = run('log', '-1', '--format=%H', '--', file)
  return writer ? run('rev-parse', '--verify', '--quiet', `${writer}^`) : undefined
}

/** Where the work at hand began: the last commit that the upstream branch has too. */
export const baseOfWork = (): string => git('merge-base', 'HEAD', '@{upstream}') ?? 'HEAD'
