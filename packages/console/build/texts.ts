import { join } from 'node:path'
import { type TextFiles, textsFrom } from '@signet/phrases/files'
import type { Namespace } from '@signet/phrases/namespaces'
import { readTextFiles, textPaths, textsFolder } from '@signet/phrases/node'
import { locales, namespaces } from '@signet/rules/locales'
import type { Plugin } from 'vite'

const prefix = 'virtual:texts'
/** What every screen needs comes with the file of a language, at no request of its own. */
const everywhere: readonly Namespace[] = ['common', 'restApiErrors']
const groups = namespaces.filter((namespace) => !everywhere.includes(namespace))

const textsOf = (files: TextFiles, locale: string, namespace: Namespace): string =>
  JSON.stringify(textsFrom(files, locale, namespace))

const isEnglish = (files: TextFiles, locale: string, namespace: Namespace): boolean =>
  textsOf(files, locale, namespace) === textsOf(files, 'en', namespace)

const importOf = (name: string, file: string): string =>
  `  '${name}': () => import(${JSON.stringify(`${prefix}/${file}`)}),\n`

/** A language without any text of its own shares the files of English. */
const tableOfLanguages = (files: TextFiles): string => {
  const rows = locales.map((locale) =>
    importOf(
      locale,
      namespaces.every((namespace) => isEnglish(files, locale, namespace)) ? 'en' : locale,
    ),
  )
  return `export const languages = {\n${rows.join('')}}\n`
}

/** The file of a language: the texts of every screen, and where the others are. */
const languageFile = (files: TextFiles, locale: string): string => {
  const texts = everywhere.map((group) => `  ${group}: ${textsOf(files, locale, group)},\n`)
  const rows = groups
    .filter((group) => textsOf(files, 'en', group) !== '{}')
    .map((group) => importOf(group, `${isEnglish(files, locale, group) ? 'en' : locale}/${group}`))
  return `export const texts = {\n${texts.join('')}}\nexport const groups = {\n${rows.join('')}}\n`
}

const codeOf = (files: TextFiles, name: string): string => {
  const [locale = '', group] = name.split('/')
  if (locale === '') return tableOfLanguages(files)
  const namespace = groups.find((each) => each === group)
  return namespace === undefined
    ? languageFile(files, locale)
    : `export default ${textsOf(files, locale, namespace)}`
}

const patternOf = (name: string): string => {
  const [locale = '', group = '*'] = name.split('/')
  return `${locale === '' ? '*' : `{en,${locale}}`}/${group}/*.json`
}

/**
 * `virtual:texts` fetches the console's texts: one file for each language, and in it the way to one
 * for each further group. What a language lacks is taken from English here, not in the browser.
 */
export const consoleTexts = (): Plugin => ({
  name: 'signet-console-texts',
  resolveId: (id) => (id === prefix || id.startsWith(`${prefix}/`) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return null
    const name = id.slice(prefix.length + 2)
    const pattern = patternOf(name)
    for (const path of textPaths(pattern)) this.addWatchFile(join(textsFolder, path))
    return codeOf(readTextFiles(pattern), name)
  },
})

/** The name of a file of texts; null for other modules. */
export const textsName = (moduleId: string | null): string | null =>
  moduleId?.startsWith(`\0${prefix}/`)
    ? `texts-${moduleId.slice(prefix.length + 2).replace('/', '-')}`
    : null
