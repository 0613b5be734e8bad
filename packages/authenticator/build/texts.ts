import { textsFrom } from '@signet/phrases/files'
import { readTextFiles } from '@signet/phrases/node'
import { locales } from '@signet/rules/locales'
import type { Plugin } from 'vite'

const name = 'virtual:app-texts'

/** The app's own texts, one file for each language: what a language lacks comes in English. */
export const appTexts = (): Plugin => ({
  name: 'signet-app-texts',
  resolveId: (id) => (id.startsWith(name) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${name}`)) return null
    const locale = id.slice(name.length + 2)
    if (locale !== '') {
      const files = readTextFiles('*/security/authenticator.json')
      return `export default ${JSON.stringify(textsFrom(files, locale, 'security'))}`
    }
    const rows = locales.map(
      (each) => `'${each}': () => import(${JSON.stringify(`${name}/${each}`)}),`,
    )
    return `export const texts = {${rows.join('\n')}}`
  },
})
