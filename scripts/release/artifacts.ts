import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { licensesText } from './licenses.ts'

/** Runs a program in `cwd` and answers what it prints. @throws Error with what it printed as its fault */
export const run = (cwd: string, program: string, args: readonly string[]): string => {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 256 * 2 ** 20 })
  if (done.status === 0) return done.stdout
  const fault = done.error?.message ?? done.stderr
  throw new Error(`${program} ${args.join(' ')} failed: ${fault}`)
}

const builtFolders = ['signin', 'console', 'authenticator', 'server'].map(
  (name) => `packages/${name}/dist`,
)

/** The sources of a commit with what was built of them: unpacked, `npm start` starts it. */
const pack = (root: string, folder: string, name: string): void => {
  const tar = join(folder, `${name}.tar`)
  run(root, 'git', ['archive', '--format=tar', `--prefix=${name}/`, '-o', tar, 'HEAD'])
  const prefix = `s,^,${name}/,`
  run(root, 'tar', ['--append', `--file=${tar}`, `--transform=${prefix}`, ...builtFolders])
  run(root, 'gzip', ['-9', '-n', tar])
}

/** In the form of `sha256sum`, whose `--check` reads it. */
const checksums = (folder: string): string =>
  readdirSync(folder)
    .toSorted()
    .map((file) => {
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')
      return `${digest}  ${basename(file)}\n`
    })
    .join('')

/**
 * What a release delivers: the tarball, the bill of materials (CycloneDX), the licenses of everything
 * in it, and the checksums of all of them.
 * @returns the folder
 */
export const writeArtifacts = (root: string, version: string): string => {
  const folder = join(root, 'dist', `release-${version}`)
  const name = `signet-${version}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  pack(root, folder, name)
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(join(folder, `${name}.licenses.txt`), licensesText(root, lock))
  const listed = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev']
  writeFileSync(join(folder, `${name}.cdx.json`), run(root, 'npm', listed))
  writeFileSync(join(folder, 'SHA256SUMS'), checksums(folder))
  return folder
}
