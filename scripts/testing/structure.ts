import { type Finding, type Rule, sourceFile } from '../structure/source-file.ts'

/** A small tree of files, as text by path. */
export type Tree = Readonly<Record<string, string>>

/** What a rule says of a tree. */
export const check = (rule: Rule, tree: Tree): Finding[] =>
  rule(Object.entries(tree).map(([path, text]) => sourceFile(path, text)))

/** The paths at fault. */
export const pathsAtFault = (rule: Rule, tree: Tree): string[] =>
  check(rule, tree).map(({ path }) => path)

/** A source that imports these modules. */
export const importing = (...specifiers: string[]): string =>
  specifiers.map((specifier) => `import { x } from '${specifier}'\n`).join('')

export const linesOf = (count: number, text = 'const line = 1'): string =>
  Array.from({ length: count }, (_, index) => `${text}${index}\n`).join('')
