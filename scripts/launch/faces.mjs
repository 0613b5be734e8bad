import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { inRoot } from './root.mjs'
import { runProgram } from './run.mjs'

const names = ['signin', 'console', 'authenticator']

/** What a face is built from beside its own folder. */
const shared = ['rules', 'algorithms', 'phrases', 'contract']

/** The web faces whose sources are in the checkout. */
export const faces = () =>
  names
    .map((name) => ({ name, folder: inRoot('packages', name) }))
    .filter(({ folder }) => existsSync(join(folder, 'vite.config.ts')))

const left = new Set(['dist', 'node_modules'])

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !left.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
    .toSorted()

const sourceHash = (face) => {
  const hash = createHash('sha256')
  const folders = [face.folder, ...shared.map((name) => inRoot('packages', name))]
  const files = [inRoot('package-lock.json'), ...folders.flatMap(filesBelow)]
  for (const file of files)
    hash.update(`${file.slice(inRoot().length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

const stampOf = (face) => join(face.folder, 'dist', '.signet-stamp')

const isFresh = (face, hash) =>
  existsSync(stampOf(face)) && readFileSync(stampOf(face), 'utf8') === hash

const build = async (face) => {
  const hash = sourceHash(face)
  if (isFresh(face, hash)) return
  console.error(`Building ${face.name}…`)
  const code = await runProgram({
    file: inRoot('node_modules/vite/bin/vite.js'),
    args: ['build', '--logLevel', 'warn'],
    cwd: face.folder,
  })
  if (code !== 0) throw new Error(`The build of ${face.name} failed with exit code ${code}.`)
  writeFileSync(stampOf(face), hash)
}

/** Builds the faces whose sources changed since their last build. */
export const buildFaces = async () => {
  if (faces().every((face) => isFresh(face, sourceHash(face)))) return
  await withLock('build', async () => {
    for (const face of faces()) await build(face)
  })
}
