/** One module named by another. */
export interface Import {
  readonly specifier: string
  readonly isReExport: boolean
  readonly isStar: boolean
  /** Named as an address: a worker or a program to start. */
  readonly isAddress: boolean
}

/*
 * Patterns, not a parser: the formatter puts each import and export statement at the start of a
 * line, and a fixture inside a string never starts one. What comes between the keyword and the
 * module's name is a clause of names, so no pattern can run on into another statement.
 */
const names = String.raw`(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\*\s*as\s+[\w$]+|\{[^}]*\})?`
const text = String.raw`(?<quote>['"])(?<specifier>[^'"\n]+)\k<quote>`

const imports: readonly RegExp[] = [
  new RegExp(String.raw`^import\s+${names}\s*from\s*${text}`, 'gm'),
  new RegExp(String.raw`^import\s+${text}`, 'gm'),
  new RegExp(String.raw`\bimport\(\s*${text}\s*[,)]`, 'g'),
]

const address =
  /\bnew URL\(\s*(?<quote>['"])(?<specifier>\.[^'"\n]+\.[cm]?[jt]sx?)\k<quote>\s*,\s*import\.meta\.url/g

const reExport = new RegExp(
  String.raw`^export\s+(?:type\s+)?(?<names>\*(?:\s*as\s+[\w$]+)?|\{[^}]*\})\s*from\s*${text}`,
  'gm',
)

type Kind = Omit<Import, 'specifier'>

const plain: Kind = { isReExport: false, isStar: false, isAddress: false }

const named = (source: string, pattern: RegExp, kind: Partial<Kind> = {}): Import[] =>
  [...source.matchAll(pattern)].map(({ groups }) => ({
    ...plain,
    ...kind,
    isStar: groups?.['names']?.startsWith('*') === true,
    specifier: groups?.['specifier'] ?? '',
  }))

/** The modules that a source names: static and dynamic imports, re-exports, workers. */
export const importsIn = (source: string): Import[] => [
  ...imports.flatMap((pattern) => named(source, pattern)),
  ...named(source, address, { isAddress: true }),
  ...named(source, reExport, { isReExport: true }),
]

const declaration =
  /^export\s+(?:declare\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type)\s+([\w$]+)/gm

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type\s+/, ''))
    .filter((name) => name !== '')

/** The modules that a source imports or exports again, with the names; null: the whole module. */
export const importedNames = (
  source: string,
): { readonly specifier: string; readonly names: readonly string[] | null }[] => {
  const lists = new RegExp(
    String.raw`^(?:import|export)\s+(?:type\s+)?\{(?<list>[^}]*)\}\s*from\s*${text}`,
    'gm',
  )
  const matches = [...source.matchAll(lists)]
  const starts = new Set(matches.map(({ index }) => index))
  const listed = matches.map(({ groups }) => ({
    specifier: groups?.['specifier'] ?? '',
    names: namesIn(groups?.['list'] ?? '').map((name) => name.replace(/\s+as\s.*$/, '')),
  }))
  const whole = [
    ...imports.flatMap((pattern) => [...source.matchAll(pattern)]),
    ...source.matchAll(reExport),
  ]
    .filter(({ index }) => !starts.has(index))
    .map(({ groups }) => ({ specifier: groups?.['specifier'] ?? '', names: null }))
  return [...listed, ...whole]
}

/** The names that a module exports, but for those of a star. */
export const exportedNames = (source: string): string[] => [
  ...[...source.matchAll(declaration)].map(([, name = '']) => name),
  ...[...source.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    namesIn(list).map((name) => name.replace(/^.*\sas\s+/, '')),
  ),
]

export const declaresSomething = (source: string): boolean =>
  [...source.matchAll(declaration)].length > 0

/** How many names a module exports, a star counting as many. */
export const countExports = (source: string): number => {
  const stars = [...source.matchAll(/^export\s+\*/gm)].length
  return exportedNames(source).length + stars * 100
}
