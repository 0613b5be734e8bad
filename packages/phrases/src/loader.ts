import { assemble, filesOf } from './files.ts'
import type { Namespace } from './namespaces.ts'
import { parseTexts, type Texts } from './texts.ts'

type Sources = Readonly<Record<string, () => Promise<unknown>>>

/** Fetches the texts of one namespace in one locale. */
export type LoadTexts = (locale: string, namespace: Namespace) => Promise<Texts>

/**
 * A loader over what Vite's `import.meta.glob('…/src/*\/*\/*.json', { import: 'default' })` gives:
 * each file is fetched when its namespace is first asked for.
 */
export const createLoader =
  (sources: Sources): LoadTexts =>
  async (locale, namespace) => {
    const files = filesOf(sources, locale, namespace)
    return assemble(
      await Promise.all(
        files.map(async ({ subject, source }) => ({
          subject,
          source: parseTexts(await source(), `${locale}/${namespace}/${subject}`),
        })),
      ),
    )
  }

/**
 * Names the chunk of a text file, so that one request brings a whole namespace (for the bundler's
 * code-splitting groups); null for any other module.
 */
export const chunkOf = (moduleId: string): string | null => {
  const [, locale, namespace] =
    /phrases\/src\/([\w-]+)\/(\w+)\/[\w-]+\.json$/.exec(moduleId.replaceAll('\\', '/')) ?? []
  return locale === undefined ? null : `texts-${locale}-${namespace}`
}
