import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { withLock } from './lock.mjs'
import { inRoot, root } from './root.mjs'

const stampPath = inRoot('node_modules', '.signet-stamp')
const lockPath = inRoot('package-lock.json')

/** Native packages differ by platform: a checkout seen from a container is another install. */
const stampOf = (lock) =>
  `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`

const isFresh = () =>
  existsSync(stampPath) &&
  readFileSync(stampPath, 'utf8') === stampOf(readFileSync(lockPath, 'utf8'))

const packagesOf = (path) => Object.entries(JSON.parse(readFileSync(path, 'utf8')).packages)

/**
 * Whether an install made by npm itself already is what the lock file says: npm writes the list
 * of what it placed last of all. Packages for other platforms are absent from that list.
 */
const isInstalledByNpm = () => {
  const placedPath = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(placedPath)) return false
  const placed = new Map(packagesOf(placedPath))
  return packagesOf(lockPath).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true
    const found = placed.get(path)
    if (found === undefined) return wanted.optional === true
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

/** npm says by npm_execpath where its own program is; started otherwise, it stands on PATH. */
const npm = (args) => {
  const own = process.env.npm_execpath
  const isNpm = own !== undefined && /npm-cli\.[cm]?js$/.test(own)
  const [command, ...before] = isNpm ? [process.execPath, own] : ['npm']
  return spawnSync(command, [...before, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: !isNpm && process.platform === 'win32',
  })
}

/** No install script runs: what one package wants done (symbolic links), scripts/test does. */
const installArguments = [
  'ci',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

const install = () => {
  console.error('Installing packages (npm ci)…')
  const { status, error } = npm(installArguments)
  if (error !== undefined) throw new Error(`npm could not be started: ${error.message}`)
  if (status !== 0) throw new Error(`npm ci failed with exit code ${status}.`)
}

/** Brings node_modules to what package-lock.json says; at most one process at a time does it. */
export const ensureInstalled = async () => {
  if (isFresh()) return
  await withLock('install', () => {
    if (isFresh()) return
    if (!isInstalledByNpm()) install()
    writeFileSync(stampPath, stampOf(readFileSync(lockPath, 'utf8')))
  })
}
