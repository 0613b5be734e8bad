import { flatNamespaces, type Namespace, truth } from './namespaces.ts'
import { filledFrom, type Texts } from './texts.ts'

/** Contents of text files by their path, `…/<locale>/<namespace>/<subject>.json`. */
export type TextFiles = Readonly<Record<string, Texts>>

const ownTexts = (files: TextFiles, locale: string, namespace: Namespace): Texts => {
  const isFlat = flatNamespaces.has(namespace)
  const parts = Object.entries(files).flatMap(([path, texts]) => {
    const [fileLocale, fileNamespace, file = ''] = path.split('/').slice(-3)
    if (fileLocale !== locale || fileNamespace !== namespace || !file.endsWith('.json')) return []
    return [isFlat ? texts : { [file.slice(0, -'.json'.length)]: texts }]
  })
  return Object.assign({}, ...parts)
}

/** The texts of a namespace in a locale; each key that the locale lacks is taken from English. */
export const textsFrom = (files: TextFiles, locale: string, namespace: Namespace): Texts =>
  filledFrom(ownTexts(files, truth, namespace), ownTexts(files, locale, namespace))
