import { type Finding, isProduction, type Rule } from './source-file.ts'

/** Where it is decided how a failure is shown: which codes show nothing, which values a text takes. */
const home = /^packages\/console\/src\/(?:kit|lib)\//
const face = /^packages\/console\/src\//

/** An error notice by hand: fixed texts of the page are none. */
const notice = /<Notice\b[^<>]*\bseverity="error"[^<>]*>(?!\s*\{\s*text\()/g
const words = /\berrorText\(/g

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

const found = (
  text: string,
  form: RegExp,
  message: string,
): readonly (readonly [number, string])[] =>
  [...text.matchAll(form)].map(({ index }) => [lineOf(text, index), message])

/** In the console, only `kit/` and `lib/` put failures in words. */
export const shownFailures: Rule = (files) =>
  files
    .filter((file) => isProduction(file) && face.test(file.path) && !home.test(file.path))
    .flatMap(({ path, text }): Finding[] =>
      [
        ...found(text, words, 'use ErrorNotice, Failure, showFailure or fieldFailure for an error'),
        ...found(text, notice, 'use ErrorNotice for an error; a text of its own is a SaidError'),
      ].map(([line, message]) => ({ path: `${path}:${line}`, message })),
    )
