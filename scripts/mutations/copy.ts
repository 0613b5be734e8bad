import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutation, mutate } from './mutation.ts'

/** A copy of the checkout, so that whatever ends the run, the checkout never holds a mutation. */
export interface Copy {
  readonly folder: string
  /** Makes the change, and takes it back when the work has ended. */
  withMutation<T>(mutation: Mutation, work: () => Promise<T>): Promise<T>
  remove(): void
}

const git = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`)
  return stdout
}

/** Changed and new files: what a mutation of them would show, no commit could repeat. */
export const uncommitted = (): string => git('status', '--porcelain').trim()

/** The packages of this repository are links into the copy; the others are shared, never written. */
const linkModules = (folder: string): void => {
  const from = join(process.cwd(), 'node_modules')
  const to = join(folder, 'node_modules')
  mkdirSync(to)
  const shared = readdirSync(from).filter((name) => name !== '@signet' && !/^\.(?!bin$)/.test(name))
  for (const name of shared) symlinkSync(join(from, name), join(to, name))
  cpSync(join(from, '@signet'), join(to, '@signet'), { recursive: true, verbatimSymlinks: true })
}

/** The built web pages are no part of a commit; some tests of the service serve them. */
const linkBuilds = (folder: string): void => {
  for (const name of readdirSync('packages')) {
    const built = join(process.cwd(), 'packages', name, 'dist')
    if (existsSync(built)) symlinkSync(built, join(folder, 'packages', name, 'dist'))
  }
}

export const copyCheckout = (): Copy => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-mutations-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  git('checkout-index', '--all', `--prefix=${folder}/`)
  linkModules(folder)
  linkBuilds(folder)
  return {
    folder,
    remove,
    withMutation: async (mutation, work) => {
      const path = join(folder, mutation.file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, mutate(text, mutation))
      try {
        return await work()
      } finally {
        writeFileSync(path, text)
      }
    },
  }
}
