import { parseSync, Visitor } from 'vite'
import type { Finding, SourceFile } from '../structure/source-file.ts'

/** A regular expression as it is written in a file. */
export interface Expression {
  readonly path: string
  readonly line: number
  readonly source: string
  readonly flags: string
}

/** The expressions of a file, and where it makes one of a text that only a running program knows. */
export interface Expressions {
  readonly written: readonly Expression[]
  readonly computed: readonly Finding[]
}

const computedMessage =
  'makes an expression of a text; write it as a literal, so that its growth can be checked'

/** @throws Error for a file that cannot be parsed */
export const expressionsIn = ({ path, text }: SourceFile): Expressions => {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`, { cause: errors[0] })
  const written: Expression[] = []
  const computed: Finding[] = []
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const reject = (start: number): void => {
    computed.push({ path: `${path}:${lineAt(start)}`, message: computedMessage })
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      written.push({ path, line: lineAt(node.start), source: pattern, flags })
    },
    NewExpression({ callee, start }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') reject(start)
    },
    CallExpression({ callee, start }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') reject(start)
    },
  }).visit(program)
  return { written, computed }
}
