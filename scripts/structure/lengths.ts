import { type Finding, isProduction, type Rule } from './source-file.ts'

/** Packages whose schemas read what others send; pages and configuration read their own. */
const readsForeign = /^packages\/(?:contract|card|server)\/src\//

const literals =
  /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[(,=:[!&|?{};>]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*\//g

/** The same text with comments, strings and regular expressions blanked out. */
const withoutLiterals = (text: string): string =>
  text.replaceAll(literals, (found) => found.replaceAll(/[^\n]/g, '_'))

/** Where the bracket opens that closes at `end`. */
const openingOf = (text: string, end: number): number => {
  let depth = 0
  for (let at = end; at >= 0; at--) {
    if (/[)\]}]/.test(text.charAt(at))) depth++
    if (/[([{]/.test(text.charAt(at)) && --depth === 0) return at
  }
  return 0
}

/** The names of a chain of calls up to `end`, the last first. */
const namesBefore = (text: string, end: number): string[] => {
  const names: string[] = []
  let at = end
  while (at > 0) {
    while (/\s/.test(text.charAt(at - 1))) at--
    if (text.charAt(at - 1) === ')') at = openingOf(text, at - 1)
    const name = /[\w$]+$/.exec(text.slice(Math.max(0, at - 60), at))?.[0]
    if (name === undefined) return names
    names.push(name)
    at -= name.length
    const dot = /\??\.\s*$/.exec(text.slice(Math.max(0, at - 60), at))?.[0]
    if (dot === undefined) return names
    at -= dot.length
  }
  return names
}

const argumentsAt = (text: string, opening: number): string => {
  let depth = 0
  for (let at = opening; at < text.length; at++) {
    if (/[([{]/.test(text.charAt(at))) depth++
    if (/[)\]}]/.test(text.charAt(at)) && --depth === 0) return text.slice(opening + 1, at)
  }
  return ''
}

const notLengths = new Set(['Math', 'number', 'int'])
/** What may come before the length: it costs no more than reading the text. */
const cheap = new Set(['string', 'array', 'trim', 'toLowerCase', 'toUpperCase', 'min'])

/** What is wrong with the length check whose bracket opens at `opening`; null for nothing. */
const faultAt = (text: string, dot: number, opening: number): string | null => {
  const names = namesBefore(text, dot)
  if (names.length === 0 || names.some((name) => notLengths.has(name))) return null
  if (!/,\s*(?:abort|\{ abort: true \})\s*,?\s*$/.test(argumentsAt(text, opening))) {
    return 'a length without `abort` as its last argument lets later checks read text of any length'
  }
  const early = names.slice(0, -1).find((name) => !cheap.has(name))
  return early === undefined ? null : `\`${early}\` runs before the length is checked`
}

/** Variables of the environment: the operator’s own, and no longer than the system allows. */
const isConfiguration = (path: string): boolean =>
  path.startsWith('packages/server/src/platform/config/')

/** What is wrong with a check of a text whose dot stands at `dot`; null for nothing. */
const endlessAt = (text: string, dot: number): string | null => {
  const names = namesBefore(text, dot)
  const isText = names.at(-1) === 'z' && names.at(-2) === 'string'
  const hasLength = names.includes('max') || names.includes('length')
  return isText && !hasLength ? 'a text without a length is checked, however long it is' : null
}

const lengths = /\.(?:max|length)\(/g
const checks = /\.(?:regex|refine|superRefine|transform|overwrite|check|pipe)\(/g

/** A length check ends the check, so that no later one reads more than the length allows. */
export const lengthsEndChecks: Rule = (files) =>
  files
    .filter((file) => readsForeign.test(file.path) && isProduction(file))
    .filter(({ imports }) => imports.some(({ specifier }) => specifier === 'zod'))
    .flatMap(({ path, text }): Finding[] => {
      const bare = withoutLiterals(text)
      const findingAt = (index: number, message: string | null): Finding[] => {
        const line = bare.slice(0, index).split('\n').length
        return message === null ? [] : [{ path: `${path}:${line}`, message }]
      }
      return [
        ...[...bare.matchAll(lengths)].flatMap(({ 0: found, index }) =>
          findingAt(index, faultAt(bare, index, index + found.length - 1)),
        ),
        ...(isConfiguration(path) ? [] : [...bare.matchAll(checks)]).flatMap(({ index }) =>
          findingAt(index, endlessAt(bare, index)),
        ),
      ]
    })
