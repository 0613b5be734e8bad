import { flatNamespaces, type Namespace, truth } from './namespaces.ts'
import type { Texts } from './texts.ts'

/** One file of texts to read, and the key its content stands under; null: at the top. */
export interface TextFile<Source> {
  readonly subject: string | null
  readonly source: Source
}

const place = /([\w-]+)\/(\w+)\/([\w-]+)\.json$/

/**
 * The files that make up a namespace in a locale. A subject that the locale does not have is taken
 * from English.
 */
export const filesOf = <Source>(
  files: Readonly<Record<string, Source>>,
  locale: string,
  namespace: Namespace,
): readonly TextFile<Source>[] => {
  const found = new Map<string, Source>()
  for (const language of [truth, locale]) {
    for (const [path, source] of Object.entries(files)) {
      const [, fileLocale, fileNamespace, subject] = place.exec(path) ?? []
      if (fileLocale !== language || fileNamespace !== namespace || subject === undefined) continue
      found.set(subject, source)
    }
  }
  const isFlat = flatNamespaces.has(namespace)
  return [...found].map(([subject, source]) => ({ subject: isFlat ? null : subject, source }))
}

/** Puts the content of files together to the texts of their namespace. */
export const assemble = (parts: readonly TextFile<Texts>[]): Texts =>
  Object.assign(
    {},
    ...parts.map(({ subject, source }) => (subject === null ? source : { [subject]: source })),
  )
