import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a git command prints; undefined where it fails, as outside a checkout. */
export const git = (...args: string[]): string | undefined => {
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

/** Where the work at hand began: the last commit that the upstream branch has too. */
export const baseOfWork = (): string => git('merge-base', 'HEAD', '@{upstream}') ?? 'HEAD'
