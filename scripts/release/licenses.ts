import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../test/parse.ts'

interface Delivered {
  readonly name: string
  readonly version: string
  /** As the lock file has it: an SPDX expression, or empty. */
  readonly license: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The packages in the lock file that the service needs; those for other platforms count too. */
export const deliveredIn = (lock: unknown): readonly Delivered[] => {
  const packages = isRecord(lock) && isRecord(lock['packages']) ? lock['packages'] : {}
  return Object.entries(packages).flatMap(([path, entry]): Delivered[] => {
    const name = path.split('node_modules/').at(-1) ?? ''
    const isOwn = !path.includes('node_modules/') || name.startsWith('@signet/')
    if (isOwn || !isRecord(entry) || entry['dev'] === true) return []
    return [{ name, version: textOf(entry['version']), license: textOf(entry['license']) }]
  })
}

const noticeNames = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'license', 'License.txt']

const noticeOf = (root: string, name: string): string => {
  const found = noticeNames
    .map((file) => join(root, 'node_modules', name, file))
    .find((path) => existsSync(path))
  return found === undefined ? '' : readFileSync(found, 'utf8').trim()
}

/**
 * The license of every package that is delivered, with its text where it is installed here.
 * @throws Error naming packages that have neither
 */
export const licensesText = (root: string, lock: unknown): string => {
  const all = deliveredIn(lock).map((each) => ({ ...each, notice: noticeOf(root, each.name) }))
  const without = all.filter(({ license, notice }) => license === '' && notice === '')
  if (without.length > 0) {
    throw new Error(`Without a license: ${without.map(({ name }) => name).join(', ')}.`)
  }
  const line = '-'.repeat(72)
  const parts = all.map(({ name, version, license, notice }) =>
    [line, `${name} ${version}: ${license || 'see its text'}`, '', notice, ''].join('\n'),
  )
  return `${parts.join('\n')}\n`
}
