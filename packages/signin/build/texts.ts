import { join } from 'node:path'
import { type TextFiles, textsFrom } from '@signet/phrases/files'
import type { Namespace } from '@signet/phrases/namespaces'
import { readTextFiles, textPaths, textsFolder } from '@signet/phrases/node'
import type { Texts } from '@signet/phrases/texts'
import { locales } from '@signet/rules/locales'
import type { Plugin } from 'vite'

/** Only what these pages show: the administration's texts of the same groups stay out. */
const patterns = [
  '*/security/{closed,consent,device,enrollment,methods,organization,page}.json',
  '*/security/{passwords,requests,reset,setup,sign-in,sign-up}.json',
  '*/restApiErrors/{authenticators,general,sign-in,users}.json',
  '*/security/pass.json',
]

/** One language whole: what it lacks is taken from English here, not in the browser. */
const textsOf = (files: TextFiles, locale: string): string => {
  const group = (namespace: Namespace): Texts => textsFrom(files, locale, namespace)
  return JSON.stringify({ security: group('security'), errors: group('restApiErrors') })
}

const prefix = 'virtual:texts'

/** Languages without texts of their own share the file of English. */
const tableOf = (files: TextFiles): string => {
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
    const files = readTextFiles(...patterns)
    for (const path of textPaths(...patterns)) this.addWatchFile(join(textsFolder, path))
    const locale = id.slice(prefix.length + 2)
    return locale === '' ? tableOf(files) : `export default ${textsOf(files, locale)}`
  },
})

/** The name of a language's file; null for other modules. */
export const textsName = (moduleId: string | null): string | null =>
  moduleId?.startsWith(`\0${prefix}/`) ? `texts-${moduleId.slice(prefix.length + 2)}` : null
