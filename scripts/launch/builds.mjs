import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { inRoot } from './root.mjs'
import { runProgram } from './run.mjs'

const faceNames = ['signin', 'console', 'authenticator']

/** What each is built from beside its own folder. */
const shared = ['rules', 'algorithms', 'phrases', 'card', 'contract']

const built = (names) =>
  names
    .map((name) => ({ name, folder: inRoot('packages', name) }))
    .filter(({ folder }) => existsSync(join(folder, 'vite.config.ts')))

/** The web faces whose sources are in the checkout. */
export const faces = () => built(faceNames)

/** The faces, and the service as it is started. */
const builds = () => built([...faceNames, 'server'])

const left = new Set(['dist', 'node_modules'])

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !left.has(entry.name) && !/\.(?:test\.tsx?|scenarios\.ts)$/.test(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
    .toSorted()

const hashes = new Map()

/** Of a file's content or of all files of a folder, by their names; each is read once. */
const hashOf = (path) => {
  const known = hashes.get(path)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  if (statSync(path).isDirectory()) {
    for (const file of filesBelow(path)) {
      hash.update(`${file.slice(inRoot().length)}\0`).update(readFileSync(file))
    }
  } else hash.update(readFileSync(path))
  const made = hash.digest('hex')
  hashes.set(path, made)
  return made
}

const sourceHash = ({ folder }) =>
  [inRoot('package-lock.json'), folder, ...shared.map((name) => inRoot('packages', name))]
    .map(hashOf)
    .join('\n')

const stampOf = ({ folder }) => join(folder, 'dist', '.signet-stamp')

const isFresh = (each, hash) =>
  existsSync(stampOf(each)) && readFileSync(stampOf(each), 'utf8') === hash

const build = async (wanted) => {
  const hash = sourceHash(wanted)
  if (isFresh(wanted, hash)) return
  console.error(`Building ${wanted.name}…`)
  const code = await runProgram({
    file: inRoot('node_modules/vite/bin/vite.js'),
    args: ['build', '--logLevel', 'warn'],
    cwd: wanted.folder,
  })
  if (code !== 0) throw new Error(`The build of ${wanted.name} failed with exit code ${code}.`)
  writeFileSync(stampOf(wanted), hash)
}

/** Builds what changed since its last build: the faces and the service. */
export const buildAll = async () => {
  if (builds().every((each) => isFresh(each, sourceHash(each)))) return
  await withLock('build', async () => {
    for (const each of builds()) await build(each)
  })
}
