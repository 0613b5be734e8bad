import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TextFiles, textsFrom } from './files.ts'
import { type Namespace, truth } from './namespaces.ts'
import { fitsPattern, isSubjectFile, partsOf, subjectFilesFor } from './subject-files.ts'
import { joinedTexts, parseTexts, type Texts } from './texts.ts'

/** Where the folders of the languages stand. */
export const textsFolder = import.meta.dirname

const read = (path: string): Texts =>
  parseTexts(JSON.parse(readFileSync(join(textsFolder, path), 'utf8')), path)

const pathsOf = (patterns: readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: textsFolder }).map((path) => path.replaceAll('\\', '/'))

/** The files that `readTextFiles` reads for these patterns. */
export const textPaths = (...patterns: readonly string[]): readonly string[] => [
  ...new Set([...pathsOf(patterns), ...pathsOf(patterns.map(subjectFilesFor))]),
]

/** Reads the text files that fit a pattern such as `{en,de}/common/*.json`, with what subjects bring. */
export const readTextFiles = (...patterns: readonly string[]): TextFiles => {
  const own = pathsOf(patterns).filter((path) => !isSubjectFile(path))
  const brought = pathsOf([...new Set(patterns.map(subjectFilesFor))])
    .flatMap((path) => partsOf(path, read(path)))
    .filter(([path]) => patterns.some((pattern) => fitsPattern(pattern, path)))
  const files = new Map<string, Texts>(own.map((path) => [path, read(path)]))
  for (const [path, texts] of brought)
    files.set(path, joinedTexts(files.get(path) ?? {}, texts, path))
  return Object.fromEntries(files)
}

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
