import { resolveOwn } from './resolve.ts'
import type { SourceFile } from './source-file.ts'

/** A name that a file takes from another: `'*'` for all that the other exports. */
export interface Taken {
  readonly path: string
  readonly name: string
}

/** A statement at the top of a file: a declaration, or what runs when the file is loaded. */
export interface Part {
  readonly path: string
  /** Null for what declares nothing. */
  readonly name: string | null
  readonly text: string
}

/** A file in parts: what it declares, runs, takes from other files and hands on. */
export interface Parts {
  readonly path: string
  readonly parts: readonly Part[]
  /** By local name. */
  readonly taken: ReadonlyMap<string, Taken>
  /** By exported name, what is handed on under it. */
  readonly handedOn: ReadonlyMap<string, Taken>
  /** Files whose exports are all handed on. */
  readonly stars: readonly string[]
  /** Every file that loads with it. */
  readonly loads: readonly string[]
}

const withoutComments = (text: string): string =>
  text.replace(/(?<=^|[\s{(])\/\*[\s\S]*?\*\//gm, '').replace(/(?<=^|\s)\/\/.*$/gm, '')

/** The formatter puts each statement at the start of a line, and nothing else but its closing brackets. */
const statementsIn = (text: string): string[] => text.split(/^(?=[^\s)\]}])/m)

const declaration =
  /^(?:export\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type)\s+([\w$]+)/
const importing =
  /^import\s+(?:type\s+)?(?:(?<whole>[\w$]+)\s*,?\s*)?(?:\*\s*as\s+(?<all>[\w$]+)|\{(?<list>[^}]*)\})?\s*from\s*'(?<specifier>[^']+)'/
const loading = /^import\s+'(?<specifier>[^']+)'/
const handing =
  /^export\s+(?:type\s+)?(?:\*(?:\s*as\s+(?<all>[\w$]+))?|\{(?<list>[^}]*)\})(?:\s*from\s*'(?<specifier>[^']+)')?/

/** `a, type b as c` as pairs of the name there and the name here. */
const pairsIn = (list: string): (readonly [string, string])[] =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type\s+/, ''))
    .filter((name) => name !== '')
    .map((name) => {
      const [there = '', here = there] = name.split(/\s+as\s+/)
      return [there, here] as const
    })

const takenBy = (path: string, statement: string): readonly (readonly [string, Taken])[] => {
  const { whole, all, list = '', specifier = '' } = importing.exec(statement)?.groups ?? {}
  const target = resolveOwn(path, specifier)
  if (target === undefined) return []
  return [
    ...(whole === undefined ? [] : [[whole, { path: target, name: 'default' }] as const]),
    ...(all === undefined ? [] : [[all, { path: target, name: '*' }] as const]),
    ...pairsIn(list).map(([there, here]) => [here, { path: target, name: there }] as const),
  ]
}

const handedOnBy = (path: string, statement: string): readonly (readonly [string, Taken])[] => {
  const { all, list = '', specifier } = handing.exec(statement)?.groups ?? {}
  const target = specifier === undefined ? path : resolveOwn(path, specifier)
  if (target === undefined) return []
  return [
    ...(all === undefined ? [] : [[all, { path: target, name: '*' }] as const]),
    ...pairsIn(list).map(([there, here]) => [here, { path: target, name: there }] as const),
  ]
}

const specifierOf = (statement: string): string | undefined =>
  [importing, loading, handing].flatMap(
    (pattern) => pattern.exec(statement)?.groups?.['specifier'] ?? [],
  )[0]

const isStar = (statement: string): boolean => /^export\s+(?:type\s+)?\*\s*from/.test(statement)
const isClause = (statement: string): boolean =>
  /^import[\s{]/.test(statement) || /^export\s+(?:type\s+)?[{*]/.test(statement)

export const partsOf = ({ path, text }: SourceFile): Parts => {
  const statements = statementsIn(withoutComments(text))
  const clauses = statements.filter(isClause)
  const targetsOf = (some: readonly string[]): string[] =>
    some.flatMap((statement) => resolveOwn(path, specifierOf(statement) ?? '') ?? [])
  return {
    path,
    parts: statements
      .filter((statement) => !isClause(statement) && statement.trim() !== '')
      .map((statement) => ({
        path,
        name: statement.startsWith('export default')
          ? null
          : (declaration.exec(statement)?.[1] ?? null),
        text: statement,
      })),
    taken: new Map(clauses.flatMap((statement) => takenBy(path, statement))),
    handedOn: new Map(clauses.flatMap((statement) => handedOnBy(path, statement))),
    stars: targetsOf(clauses.filter(isStar)),
    loads: targetsOf(clauses),
  }
}
