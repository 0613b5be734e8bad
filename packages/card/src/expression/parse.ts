import { type Fault, type Token, tokensOf } from './tokens.ts'

const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const
export type Comparison = (typeof comparisons)[number]

/** Functions by the number of their arguments. */
const functions = {
  empty: 1,
  length: 1,
  upper: 1,
  lower: 1,
  contains: 2,
  starts: 2,
  ends: 2,
  if: 3,
} as const
export type FunctionName = keyof typeof functions

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'all' | 'any'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'compare'
      readonly by: Comparison
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly of: readonly Expression[] }

type Parsed =
  | { readonly expression: Expression; readonly fault: null }
  | { readonly expression: null; readonly fault: Fault }

/** Brackets and `not` deeper than this are refused: evaluation never runs out of stack. */
const deepest = 30

/** Where reading stands. A fault ends it: what is read after the first one counts for nothing. */
interface Reading {
  readonly tokens: readonly Token[]
  next: number
  fault: Fault | null
}

const nothing: Expression = { kind: 'literal', value: '' }
const end: Token = { kind: 'end', text: '', at: 0 }

const here = ({ tokens, next }: Reading): Token => tokens[next] ?? tokens.at(-1) ?? end

const fail = (reading: Reading, code: Fault['code'], at = here(reading).at): Expression => {
  reading.fault ??= { at, code }
  reading.next = reading.tokens.length - 1
  return nothing
}

const take = (reading: Reading, kind: Token['kind'], text?: string): Token | null => {
  const token = here(reading)
  const isIt = token.kind === kind && (text === undefined || token.text.toLowerCase() === text)
  if (isIt) reading.next += 1
  return isIt ? token : null
}

const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)

const readArguments = (reading: Reading, depth: number): readonly Expression[] => {
  if (take(reading, 'sign', ')') !== null) return []
  const found = [readAny(reading, depth)]
  while (take(reading, 'sign', ',') !== null) found.push(readAny(reading, depth))
  if (take(reading, 'sign', ')') === null) fail(reading, 'BRACKET_EXPECTED')
  return found
}

const readWord = (reading: Reading, word: Token, depth: number): Expression => {
  const name = word.text.toLowerCase()
  if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true' }
  if (!isFunction(name)) return fail(reading, 'FUNCTION_UNKNOWN', word.at)
  if (take(reading, 'sign', '(') === null) return fail(reading, 'BRACKET_EXPECTED')
  const of = readArguments(reading, depth + 1)
  if (of.length !== functions[name]) return fail(reading, 'ARGUMENTS_WRONG', word.at)
  return { kind: 'call', name, of }
}

const readValue = (reading: Reading, depth: number): Expression => {
  const text = take(reading, 'text')
  if (text !== null) return { kind: 'literal', value: text.text }
  const number = take(reading, 'number')
  if (number !== null) return { kind: 'literal', value: Number(number.text) }
  const field = take(reading, 'field')
  if (field !== null) return { kind: 'field', name: field.text.trim() }
  if (take(reading, 'sign', '(') !== null) {
    const inner = readAny(reading, depth + 1)
    return take(reading, 'sign', ')') === null ? fail(reading, 'BRACKET_EXPECTED') : inner
  }
  const word = take(reading, 'word')
  return word === null ? fail(reading, 'VALUE_EXPECTED') : readWord(reading, word, depth)
}

const readComparison = (reading: Reading, depth: number): Expression => {
  const left = readValue(reading, depth)
  const by = comparisons.find((sign) => take(reading, 'sign', sign) !== null)
  return by === undefined ? left : { kind: 'compare', by, left, right: readValue(reading, depth) }
}

const readNot = (reading: Reading, depth: number): Expression => {
  if (depth > deepest) return fail(reading, 'TOO_DEEP')
  if (take(reading, 'word', 'not') === null) return readComparison(reading, depth)
  return { kind: 'not', operand: readNot(reading, depth + 1) }
}

const readAll = (reading: Reading, depth: number): Expression => {
  let left = readNot(reading, depth)
  while (take(reading, 'word', 'and') !== null) {
    left = { kind: 'all', left, right: readNot(reading, depth) }
  }
  return left
}

function readAny(reading: Reading, depth: number): Expression {
  let left = readAll(reading, depth)
  while (take(reading, 'word', 'or') !== null) {
    left = { kind: 'any', left, right: readAll(reading, depth) }
  }
  return left
}

/**
 * Reads a condition such as `{Role} = "Guest" and not empty({Until})`. It never throws: what is
 * wrong is told with its place.
 */
export const parse = (source: string): Parsed => {
  const tokens = tokensOf(source)
  if ('code' in tokens) return { expression: null, fault: tokens }
  const reading: Reading = { tokens, next: 0, fault: null }
  const expression = readAny(reading, 0)
  if (here(reading).kind !== 'end') fail(reading, 'END_EXPECTED')
  return reading.fault === null
    ? { expression, fault: null }
    : { expression: null, fault: reading.fault }
}
