import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assemble, filesOf } from './files.ts'
import type { Namespace } from './namespaces.ts'
import { parseTexts, type Texts } from './texts.ts'

const folder = import.meta.dirname

const paths = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('*/*/*.json', { cwd: folder }).map((path) => [path.replaceAll('\\', '/'), path]),
  )

let known: Readonly<Record<string, string>> | null = null
const loaded = new Map<string, Texts>()

/** The texts of one namespace in one locale, read from the files once. */
export const textsOf = (locale: string, namespace: Namespace): Texts => {
  const name = `${locale}/${namespace}`
  const before = loaded.get(name)
  if (before !== undefined) return before
  known ??= paths()
  const texts = assemble(
    filesOf(known, locale, namespace).map(({ subject, source }) => ({
      subject,
      source: parseTexts(JSON.parse(readFileSync(join(folder, source), 'utf8')), source),
    })),
  )
  loaded.set(name, texts)
  return texts
}
