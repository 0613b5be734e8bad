import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../../../', import.meta.url)

const pathOf = (file: string): string => fileURLToPath(new URL(file, root))

export const readPage = (file: string): string => readFileSync(pathOf(file), 'utf8')

export interface NamedTest {
  readonly file: string
  /** As it stands in the source, with the placeholders of a table. */
  readonly name: string
}

/** A quote inside a name may be written with a backslash before it. */
const holds = (source: string, name: string): boolean =>
  [source, source.replaceAll("\\'", "'")].some((text) =>
    ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`)),
  )

/** Those of the tests that no file holds. */
export const missingTests = (named: readonly NamedTest[]): string[] =>
  named
    .filter(({ file, name }) => !existsSync(pathOf(file)) || !holds(readPage(file), name))
    .map(({ file, name }) => `${file}: ${name}`)
