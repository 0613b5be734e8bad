import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TextFiles, textsFrom } from './files.ts'
import { type Namespace, truth } from './namespaces.ts'
import { parseTexts, type Texts } from './texts.ts'

/** Where the folders of the languages stand. */
export const textsFolder = import.meta.dirname

/** Reads the text files that fit a pattern such as `{en,de}/common/*.json`. */
export const readTextFiles = (...patterns: readonly string[]): TextFiles =>
  Object.fromEntries(
    globSync(patterns, { cwd: textsFolder }).map((path) => {
      const name = path.replaceAll('\\', '/')
      return [name, parseTexts(JSON.parse(readFileSync(join(textsFolder, path), 'utf8')), name)]
    }),
  )

const loaded = new Map<string, Texts>()

/** The texts of one namespace in one locale, read from the files once. */
export const textsOf = (locale: string, namespace: Namespace): Texts => {
  const name = `${locale}/${namespace}`
  const before = loaded.get(name)
  if (before !== undefined) return before
  const files = readTextFiles(`${truth}/${namespace}/*.json`, `${name}/*.json`)
  const texts = textsFrom(files, locale, namespace)
  loaded.set(name, texts)
  return texts
}
