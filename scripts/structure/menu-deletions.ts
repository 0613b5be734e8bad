import { type Finding, isProduction, type Rule } from './source-file.ts'

const face = /^packages\/console\/src\//

/** An action of a menu that deletes or removes, by the key of its text. */
const deletion =
  /\{[^{}]*\blabel: text\(\s*['`][^'`]*\b(?:deletes?|remove)(?:\.action)?['`](?:, \{[^{}]*\})?\)[^{}]*/g
/** What a menu takes, beside a label. */
const isAction = /\b(?:onSelect|run)\b/
const isMarked = /\bisDestructive\b/

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** In the console, a deletion in a menu says so: then the menu gives it the icon and the place of deletions. */
export const menuDeletions: Rule = (files) =>
  files
    .filter((file) => isProduction(file) && face.test(file.path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(deletion)]
        .filter(([found]) => isAction.test(found) && !isMarked.test(found))
        .map(
          ({ index }): Finding => ({
            path: `${path}:${lineOf(text, index)}`,
            message: 'a deletion in a menu has isDestructive: true',
          }),
        ),
    )
