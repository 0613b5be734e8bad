import { truth } from './namespaces.ts'
import { readTextFiles } from './node.ts'
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

/** Groups whose texts everybody reads, and which therefore exist in every language. */
export const generalNamespaces = [
  'common',
  'restApiErrors',
  'authenticators',
  'userPortal',
  'security',
] as const

// `npm run texts:missing -- de fr`: what is left to translate.
if (import.meta.main) {
  const rows = process.argv
    .slice(2)
    .flatMap((locale) => missingKeys(locale, generalNamespaces).map((key) => `${locale} ${key}\n`))
  process.stdout.write(rows.join(''))
}
