import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const modules = 'node_modules'

interface LastRelease {
  readonly version: string
  readonly commit: string
}

const git = (args: readonly string[]): Buffer =>
  execFileSync('git', args, { cwd: root, maxBuffer: 512 * 2 ** 20 })

const named: LastRelease = JSON.parse(
  readFileSync(join(root, 'scripts/release/last-release.json'), 'utf8'),
)

const isHere = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0

/** The release that is named, or this very commit in a clone without its history. */
export const lastRelease: LastRelease = isHere(named.commit)
  ? named
  : { version: `of this commit, as the clone lacks ${named.version}`, commit: 'HEAD' }

interface Installed {
  readonly version?: string
  readonly integrity?: string
}

/** The packages of others with what tells their contents; what needs them does not matter. */
const installed = (lock: string): string => {
  const { packages }: { packages: Record<string, Installed> } = JSON.parse(lock)
  const foreign = Object.entries(packages).filter(([path]) => path.startsWith(`${modules}/`))
  return JSON.stringify(foreign.map(([path, { version, integrity }]) => [path, version, integrity]))
}

/** Packages as they are here, and the release's own ones as they were. */
const linkPackages = (folder: string): void => {
  mkdirSync(join(folder, modules, '@signet'), { recursive: true })
  for (const name of readdirSync(join(root, modules))) {
    if (name === '@signet' || name.startsWith('.')) continue
    symlinkSync(join(root, modules, name), join(folder, modules, name))
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(folder, modules, '@signet', name))
  }
}

/**
 * The sources of the last release in a folder, ready to be started. Its packages are installed anew where
 * they differ from those of this checkout.
 * @returns where its `main.ts` is
 */
export const unpackLastRelease = (folder: string): string => {
  const { commit } = lastRelease
  const archive = git([
    'archive',
    '--format=tar',
    commit,
    'packages',
    'package-lock.json',
    'package.json',
  ])
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const [theirs, ours] = [folder, root].map((at) =>
    installed(readFileSync(join(at, 'package-lock.json'), 'utf8')),
  )
  if (theirs === ours) linkPackages(folder)
  else {
    rmSync(join(folder, modules), { recursive: true, force: true })
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  }
  return join(folder, 'packages/server/src/main.ts')
}
