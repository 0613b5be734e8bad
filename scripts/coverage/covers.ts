import { readFileSync } from 'node:fs'
import { allTestFiles } from '../test/test-files.ts'

/** A test and the ids (promises, attacks) that its `covers` names. */
export interface CoveringTest {
  readonly file: string
  /** As in the source, with the placeholders of a table. */
  readonly name: string
  readonly ids: readonly string[]
}

const tag = /\(\s*(['"`])((?:\\.|(?!\1).)*)\1,\s*\{[^()]*?meta:\s*\{\s*covers:\s*\[([^\]]*)\]/gs

const idsIn = (list: string): string[] =>
  [...list.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, single, double]) => single ?? double ?? '')

/** The tags of one test file. @throws where a tag is written in a form this reader does not know */
export const coversIn = (file: string, source: string): CoveringTest[] => {
  const tests = [...source.matchAll(tag)].map(([, , name = '', list = '']) => ({
    file,
    name: name.replaceAll(/\\(['"`])/g, '$1'),
    ids: idsIn(list),
  }))
  const written = source.split(/\bmeta:\s*\{\s*covers:/).length - 1
  if (written !== tests.length)
    throw new Error(
      `${file}: ${written} tags, ${tests.length} of them in the form it('…', { meta })`,
    )
  return tests
}

/** All tagged tests of the checkout, in the order of their files. */
export const coveringTests = (): CoveringTest[] =>
  allTestFiles()
    .toSorted()
    .filter((file) => !file.startsWith('scripts/coverage/'))
    .flatMap((file) => coversIn(file, readFileSync(file, 'utf8')))
