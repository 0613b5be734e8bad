import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assemble, filesOf } from '@signet/phrases/files'
import type { Namespace } from '@signet/phrases/namespaces'
import { parseTexts, type Texts } from '@signet/phrases/texts'
import { locales } from '@signet/rules/locales'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, '../../phrases/src')

/** Only what these pages show: the administration's texts of the same groups stay out. */
const patterns = [
  '*/security/{consent,enrollment,methods,page,passwords,reset,setup,sign-in}.json',
  '*/restApiErrors/{authenticators,general,sign-in,users}.json',
]

const readFiles = (): Readonly<Record<string, Texts>> =>
  Object.fromEntries(
    globSync(patterns, { cwd: folder }).map((path) => {
      const name = path.replaceAll('\\', '/')
      return [name, parseTexts(JSON.parse(readFileSync(join(folder, path), 'utf8')), name)]
    }),
  )

/** One language whole: what it lacks is taken from English here, not in the browser. */
const textsOf = (files: Readonly<Record<string, Texts>>, locale: string): string => {
  const group = (namespace: Namespace): Texts => assemble(filesOf(files, locale, namespace))
  return JSON.stringify({ security: group('security'), errors: group('restApiErrors') })
}

const prefix = 'virtual:texts'

/** Languages without texts of their own share the file of English. */
const tableOf = (files: Readonly<Record<string, Texts>>): string => {
  const english = textsOf(files, 'en')
  const rows = locales.map((locale) => {
    const source = textsOf(files, locale) === english ? 'en' : locale
    return `  '${locale}': () => import(${JSON.stringify(`${prefix}/${source}`)}),`
  })
  return `export const texts = {\n${rows.join('\n')}\n}\n`
}

/**
 * `virtual:texts` fetches the texts of these pages: one file and one request for each language,
 * where the loader for many screens makes one of each group.
 */
export const pageTexts = (): Plugin => ({
  name: 'signet-page-texts',
  resolveId: (id) => (id === prefix || id.startsWith(`${prefix}/`) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return null
    const files = readFiles()
    for (const path of Object.keys(files)) this.addWatchFile(join(folder, path))
    const locale = id.slice(prefix.length + 2)
    return locale === '' ? tableOf(files) : `export default ${textsOf(files, locale)}`
  },
})

/** Names the file of a language. */
export const textsChunk = (moduleId: string): string | null =>
  moduleId.startsWith(`\0${prefix}/`) ? `texts-${moduleId.slice(prefix.length + 2)}` : null
