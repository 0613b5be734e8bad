import { type Finding, isCode, type Rule } from './source-file.ts'

interface Word {
  readonly pattern: RegExp
  readonly message: string
}

/* The words are written so that this list does not find itself. */
const words: readonly Word[] = [
  { pattern: /\b(?:TO[D]O|FI[X]ME|HA[C]K|X[X]X)\b/, message: 'a mark of unfinished work' },
  { pattern: /\b(?:it|test|describe|suite)\.only\(/, message: 'a test run alone' },
  { pattern: /@ts-(?:ignore|nocheck)/, message: 'a type check turned off' },
  { pattern: /@ts-expect-error\s*$/, message: 'an expected type error without its reason' },
  {
    pattern: /\bo[x]lint-disable(?:-next-line|-line)?(?:(?! -- ).)*$/,
    message: 'a lint rule turned off without its reason (-- why)',
  },
  { pattern: /(?<!ox)[e]slint-disable/, message: 'a comment for another linter' },
  { pattern: /biome-ignore\s+\S+\s*$/, message: 'a format rule turned off without its reason' },
  { pattern: /^\s*debugger\b/, message: 'a stop for the debugger' },
]

/** Words that never land. */
export const forbiddenWords: Rule = (files) =>
  files
    .filter(isCode)
    .flatMap(({ path, text }): Finding[] =>
      text
        .split('\n')
        .flatMap((line, index) =>
          words
            .filter(({ pattern }) => pattern.test(line))
            .map(({ message }) => ({ path: `${path}:${index + 1}`, message })),
        ),
    )
