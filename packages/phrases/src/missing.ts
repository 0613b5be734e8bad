import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { truth } from './namespaces.ts'
import { readTextFiles, textsFolder } from './node.ts'
import { flatten } from './texts.ts'

/** The keys of English, as `common/actions.save`, that a language has no text for. */
export const missingKeys = (locale: string, namespaces: readonly string[]): readonly string[] => {
  const english = readTextFiles(...namespaces.map((namespace) => `${truth}/${namespace}/*.json`))
  const own = readTextFiles(...namespaces.map((namespace) => `${locale}/${namespace}/*.json`))
  return Object.entries(english).flatMap(([path, texts]) => {
    const known = flatten(own[path.replace(truth, locale)] ?? {})
    const subject = path.slice(truth.length + 1, -'.json'.length)
    return [...flatten(texts).keys()]
      .filter((key) => !known.has(key))
      .map((key) => `${subject}.${key}`)
  })
}

/** What all users read. */
const general = ['common', 'restApiErrors', 'authenticators', 'userPortal', 'security'] as const

/** What administrators read, in the languages of the administration. */
const administration = [
  ...general,
  'members',
  'settings',
  'dashboard',
  'glossary',
  'resource',
  'bulkImport',
  'customization',
] as const

/** The languages of the administration, beside English. */
export const administrationLocales: readonly string[] = ['es', 'fr', 'ja', 'pt']

/** The namespaces that are complete in a language: a new English text needs its translation. */
export const completeIn = (locale: string): readonly string[] =>
  administrationLocales.includes(locale) ? administration : general

// `npm run texts:missing`, or `npm run texts:missing -- de fr`: what is left to translate.
if (import.meta.main) {
  const all = globSync('*/common', { cwd: textsFolder }).map(dirname).toSorted()
  const named = process.argv.slice(2)
  const unknown = named.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`No such language: ${unknown.join(', ')}`)
  const rows = (named.length > 0 ? named : all).flatMap((locale) =>
    missingKeys(locale, completeIn(locale)).map((key) => `${locale} ${key}\n`),
  )
  process.stdout.write(rows.join(''))
}
