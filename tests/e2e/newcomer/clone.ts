import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../support/service.ts'
import { checkout } from './documents.ts'

/** A fresh copy of the project in a folder of its own, as a newcomer has it. */
export interface Clone {
  readonly path: string
  remove(): Promise<void>
}

/**
 * What a commit of the checkout would hold, new files and changes included: ignored files are not
 * in it. An empty repository beside the checkout makes git list all of it, also where the checkout
 * itself is not one.
 */
const filesOfClone = (emptyRepository: string): string[] => {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  git('init', '--quiet', '--bare', emptyRepository)
  return git(
    `--git-dir=${emptyRepository}`,
    `--work-tree=${checkout}`,
    '-C',
    checkout,
    'ls-files',
    '-z',
    '--others',
    '--exclude-standard',
  )
    .split('\0')
    .filter((path) => path !== '')
}

/** Packages as `npm ci` places them: others' shared with the checkout, our own those of the clone. */
const linkPackages = async (clone: string): Promise<void> => {
  const from = join(checkout, 'node_modules')
  const to = join(clone, 'node_modules')
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (name !== '@signet') await symlink(join(from, name), join(to, name))
  }
  // The links in it are relative.
  await cp(join(from, '@signet'), join(to, '@signet'), { recursive: true, verbatimSymlinks: true })
}

/** What `npm start` builds where it is missing, copied so that it costs this suite nothing. */
const copyBuilds = async (clone: string): Promise<void> => {
  for (const name of await readdir(join(checkout, 'packages'))) {
    const built = join(checkout, 'packages', name, 'dist')
    await cp(built, join(clone, 'packages', name, 'dist'), { recursive: true }).catch(ifAbsent)
  }
}

const ifAbsent = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}

export const cloneCheckout = async (): Promise<Clone> => {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'signet')
  for (const file of filesOfClone(join(folder.path, 'empty.git'))) {
    await mkdir(dirname(join(path, file)), { recursive: true })
    await cp(join(checkout, file), join(path, file))
  }
  await linkPackages(path)
  await copyBuilds(path)
  return { path, remove: folder.remove }
}
