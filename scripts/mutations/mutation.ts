import type { projectFiles } from '../test/test-files.ts'

/** A change of one line that breaks one promise of the product. */
export interface Mutation {
  /**
   * The number of docs/security.md, with a word behind a period where a row has a second mutation,
   * the id of docs/coverage, or a name that begins with `faults.`.
   */
  readonly id: string
  /** What is no longer true once the change is made. */
  readonly promise: string
  readonly file: string
  /** Text that occurs once in the file, so that moved lines do not matter. */
  readonly find: string
  readonly replace: string
  /** The cheapest test files that have to fail. */
  readonly tests: readonly string[]
  readonly project: keyof typeof projectFiles
}

/** A row of docs/security.md of which a part has no mutation, and why. */
export interface Excuse {
  readonly id: string
  readonly reason: string
}

const isOnce = (text: string, part: string): boolean => part !== '' && text.split(part).length === 2

/** @throws a sentence when the text to find is missing or not unique. */
export const mutate = (text: string, { file, find, replace }: Mutation): string => {
  if (!isOnce(text, find)) throw new Error(`Not found exactly once in ${file}: ${find}`)
  if (find === replace) throw new Error(`Changes nothing in ${file}: ${find}`)
  // A function, so that a dollar sign in the replacement means itself.
  return text.replace(find, () => replace)
}
