import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settings } from '../modules/settings/families/index.ts'

/*
 * A field that nobody reads is a promise that nobody keeps: whoever declares one has it read where it
 * takes effect. What the effects are stands in settings-effects.test.ts and beside each module.
 */

interface Declared {
  readonly fields: { readonly shape: Readonly<Record<string, unknown>> }
}

const isDeclared = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'fields' in value && 'clearsSecrets' in value

const server = join(import.meta.dirname, '..')
const contract = join(server, '../../contract/src/settings')

const declared = async (): Promise<(readonly [string, Declared])[]> => {
  const modules: unknown[] = await Promise.all(
    globSync('*.ts', { cwd: contract }).map((file) => import(join(contract, file))),
  )
  return modules.flatMap((module) =>
    Object.entries(Object(module)).filter((entry): entry is [string, Declared] =>
      isDeclared(entry[1]),
    ),
  )
}
const families = await declared()

const sources = globSync('**/*.ts', { cwd: server })
  .filter(
    (path) =>
      !/\.(?:test|scenarios)\.ts$|^testing\/|\/testing\/|^app\/demo\/|^security\//.test(path),
  )
  .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }))

const readersText = sources.find(({ path }) => path.endsWith('families/readers.ts'))?.text ?? ''

/** By what the service reads a family: `general` for `generalFamily`. */
const readerOf = (exported: string): string =>
  new RegExp(`(\\w+): settingsReader\\(${exported}\\)`).exec(readersText)?.[1] ?? ''

/** Where values of a family are at hand: who reads it, and who is handed what was read. */
const placesOf = (exported: string): string => {
  const reads = new RegExp(`\\b(?:settings|readers)\\.${readerOf(exported)}\\b`)
  return sources
    .filter(({ path }) => !/families\/(?:readers|families\.routes)\.ts$/.test(path))
    .filter(({ text }) => reads.test(text) || text.includes(exported))
    .map(({ text }) => text.replaceAll(/^import .*$/gm, ''))
    .join('\n')
}

describe('a family of settings', () => {
  it('is found by its declaration', () => {
    expect(families.length).toBeGreaterThanOrEqual(Object.keys(settings).length)
  })

  it.each(families)('%s has a reader', (exported) => {
    expect(Object.keys(settings)).toContain(readerOf(exported))
  })

  it.each(families)('%s has no field that nobody reads', (exported, family) => {
    const places = placesOf(exported)
    const isRead = (field: string): boolean =>
      new RegExp(`[.{,]\\s*${field}\\b|'${field}'|\\b${field}:`).test(places)
    const unread = Object.keys(family.fields.shape).filter((field) => !isRead(field))
    expect(unread).toEqual([])
  })
})
