import type { Found } from './markdown.ts'

/** Sources of the console; constants of one file may begin a path in another. */
interface Source {
  readonly path: string
  readonly text: string
}

export interface ConsoleLink extends Found {
  readonly path: string
  /** It may be no page itself, and what the paths of pages begin with. */
  readonly isConstant: boolean
}

/** Blanks in the place of comments, which also name paths. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  )

const literal = /(const \w+ = )?(['"`])((?:\/|\$\{\w+\}\/)[a-zA-Z](?:\\.|(?!\2)[^\\\n])*)\2/g
const constant = /\bconst (\w+) = (['"`])((?:\/|\$\{\w+\}\/)[^'"`\n]*)\2/g

type Constants = ReadonlyMap<string, string>

const constantsOf = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(constant)].map(([, name = '', , value = '']) => [name, value])

/** With the constant that it begins with written out; as it is when that is none. */
const expand = (path: string, constants: Constants): string => {
  const name = /^\$\{(\w+)\}/.exec(path)?.[1]
  const value = name === undefined ? undefined : constants.get(name)
  return value === undefined
    ? path
    : expand(`${value}${path.slice(path.indexOf('}') + 1)}`, constants)
}

/** Not the console's: the API, and what the service serves beside the pages. */
const isElsewhere = (path: string): boolean =>
  /^\/(?:(?:api|assets|help|health|documentation|authenticator)\/|mail-frame$|service-worker\.js$)/.test(
    path,
  )

/** Every path that the sources write out, with the constants that it is made of. */
export const consoleLinks = (sources: readonly Source[]): readonly ConsoleLink[] => {
  const bare = sources.map(({ path, text }) => ({ path, text: withoutComments(text) }))
  const shared = bare.flatMap(({ text }) => constantsOf(text))
  return bare.flatMap(({ path, text }) => {
    const constants = new Map([...shared, ...constantsOf(text)])
    return [...text.matchAll(literal)]
      .map((match) => ({
        path,
        line: text.slice(0, match.index).split('\n').length,
        text: expand(match[3] ?? '', constants),
        isConstant: match[1] !== undefined,
      }))
      .filter((link) => link.text.startsWith('/') && !isElsewhere(link.text))
  })
}

const segments = (path: string): string[] =>
  path
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(1)

/** Whether a link leads to a route: what is put in later may be anything. */
export const leadsTo = ({ text, isConstant }: ConsoleLink, route: string): boolean => {
  const given = segments(text.replaceAll(/\$\{[^}]*\}/g, '*'))
  const wanted = segments(route.replaceAll(/(:\w+)\?/g, '$1!'))
  const least = isConstant ? 1 : wanted.filter((segment) => !segment.endsWith('!')).length
  if (given.length < least || given.length > wanted.length) return false
  return given.every((segment, at) => {
    const other = wanted[at] ?? ''
    return other.startsWith(':') || segment.includes('*') || segment === other
  })
}
