import { type Finding, isCode, isTest, type SourceFile } from '../structure/source-file.ts'
import { type Allowed, bounded, computed } from './bounded.ts'
import { fastGrowth } from './growth.ts'
import { type Expression, expressionsIn } from './literals.ts'

const isChecked = (file: SourceFile): boolean =>
  isCode(file) && !isTest(file.path) && /^packages\/[^/]+\/src\//.test(file.path)

/** Spares most files the parser: an expression has two slashes in one line, or a name. */
const mayHold = ({ text }: SourceFile): boolean => /\/.*\/|RegExp/.test(text)

const written = ({ source, flags }: Expression): string => `/${source}/${flags}`

const isListed = (list: readonly Allowed[], path: string, expression: string): boolean =>
  list.some((entry) => entry.file === path && entry.expression === expression)

/** What a list allows although nothing of it is found any more. */
const outdated = (list: readonly Allowed[], needed: ReadonlySet<string>): Finding[] =>
  list
    .filter(({ file, expression }) => !needed.has(`${file} ${expression}`))
    .map(({ file, expression }) => ({
      path: file,
      message: `needs no exception for ${expression} any more`,
    }))

interface Lists {
  readonly bounded: readonly Allowed[]
  readonly computed: readonly string[]
}

const growing = (expressions: readonly Expression[], list: readonly Allowed[]): Finding[] => {
  const verdicts = new Map<string, string | null>()
  const needed = new Set<string>()
  const findings = expressions.flatMap((expression): Finding[] => {
    const name = written(expression)
    if (!verdicts.has(name)) verdicts.set(name, fastGrowth(expression.source, expression.flags))
    const verdict = verdicts.get(name) ?? null
    if (verdict === null) return []
    needed.add(`${expression.path} ${name}`)
    if (isListed(list, expression.path, name)) return []
    return [{ path: `${expression.path}:${expression.line}`, message: `${name} ${verdict}` }]
  })
  return [...findings, ...outdated(list, needed)]
}

/**
 * The regular expressions of production code whose work grows faster than the text they meet. A
 * list names the few that meet short texts only, with what bounds them.
 */
export const expressionFindings = (
  files: readonly SourceFile[],
  lists: Lists = { bounded, computed },
): { readonly findings: readonly Finding[]; readonly count: number } => {
  const found = files.filter((file) => isChecked(file) && mayHold(file)).map(expressionsIn)
  const expressions = found.flatMap((each) => each.written)
  const texts = found
    .flatMap((each) => each.computed)
    .filter(({ path }) => !lists.computed.some((file) => path.startsWith(`${file}:`)))
  return { findings: [...texts, ...growing(expressions, lists.bounded)], count: expressions.length }
}
