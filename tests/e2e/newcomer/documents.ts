import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Found, type Markdown, readMarkdown } from './markdown.ts'

/** The checkout that is tested. */
export const checkout = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')

export interface Document extends Markdown {
  /** From the checkout. */
  readonly path: string
}

const pathsOf = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: checkout, exclude: ['**/node_modules/**', '**/dist/**'] }).toSorted()

const readDocument = (path: string): Document => ({
  path,
  ...readMarkdown(readFileSync(join(checkout, path), 'utf8')),
})

/** All that readers are led to: the README, `docs/`, and the pages beside packages. */
export const readDocuments = (): readonly Document[] =>
  pathsOf('README.md', 'CHANGELOG.md', 'docs/**/*.md', 'packages/*/README.md').map(readDocument)

/** Where a finding is, as editors open it. */
export const placeOf = ({ path }: Pick<Document, 'path'>, { line, text }: Found): string =>
  `${path}:${line} ${text}`

/** The findings that a check makes in all documents. */
export const findIn = (
  documents: readonly Document[],
  find: (document: Document) => readonly Found[],
): readonly string[] =>
  documents.flatMap((document) => find(document).map((found) => placeOf(document, found)))

/** Every file of a pattern with its text. */
export const readFiles = (pattern: string): readonly { path: string; text: string }[] =>
  pathsOf(pattern).map((path) => ({ path, text: readFileSync(join(checkout, path), 'utf8') }))
