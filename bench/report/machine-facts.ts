import { execFileSync } from 'node:child_process'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { root } from '../machine/service.ts'

/** What a reader needs to know of the machine; nothing that names it. */
export interface MachineFacts {
  readonly cores: number
  readonly processor: string
  readonly memoryGb: number
  readonly system: string
  readonly node: string
  readonly postgres: string
  readonly loadBefore: number
}

export const machineFacts = (postgres: string): MachineFacts => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? '',
  memoryGb: Math.round(totalmem() / 1e9),
  system: `${platform()} ${release().split('-', 1)[0]} ${arch()}`,
  node: process.versions.node,
  postgres,
  loadBefore: loadavg()[0] ?? 0,
})

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The commit that was measured. */
export const commitOf = (): { readonly sha: string; readonly changed: boolean } => ({
  sha: git('rev-parse', '--short', 'HEAD'),
  changed: git('status', '--porcelain', '--', 'packages', 'bench', '*.ts') !== '',
})
