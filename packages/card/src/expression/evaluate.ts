import type { Values } from '../template.ts'
import { fieldValue } from '../template.ts'
import type { Comparison, Expression, FunctionName } from './parse.ts'
import { parse } from './parse.ts'

type Value = string | number | boolean

const textOf = (value: Value): string => String(value)

/** A text is true when there is one; a number when it is not zero. */
const isTrue = (value: Value): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'number' ? value !== 0 : value

const numberOf = (value: Value): number | null => {
  const text = textOf(value).trim()
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null
}

/** Numbers where both are, else their texts by code point: ISO days compare as days. */
const order = (left: Value, right: Value): number => {
  const [a, b] = [numberOf(left), numberOf(right)]
  if (a !== null && b !== null) return a - b
  const [first, second] = [textOf(left), textOf(right)]
  return first === second ? 0 : first < second ? -1 : 1
}

const holds: Readonly<Record<Comparison, (difference: number) => boolean>> = {
  '=': (by) => by === 0,
  '!=': (by) => by !== 0,
  '<': (by) => by < 0,
  '<=': (by) => by <= 0,
  '>': (by) => by > 0,
  '>=': (by) => by >= 0,
}

const calls: Readonly<Record<FunctionName, (a: Value, b: Value, c: Value) => Value>> = {
  empty: (a) => textOf(a).trim() === '',
  length: (a) => [...textOf(a)].length,
  upper: (a) => textOf(a).toUpperCase(),
  lower: (a) => textOf(a).toLowerCase(),
  contains: (a, b) => textOf(a).includes(textOf(b)),
  starts: (a, b) => textOf(a).startsWith(textOf(b)),
  ends: (a, b) => textOf(a).endsWith(textOf(b)),
  if: (a, b, c) => (isTrue(a) ? b : c),
}

/** The value of an expression for a holder: there always is one. */
const evaluate = (expression: Expression, values: Values): Value => {
  const of = (operand: Expression): Value => evaluate(operand, values)
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'field':
      return fieldValue(expression.name, values)
    case 'not':
      return !isTrue(of(expression.operand))
    case 'all':
      return isTrue(of(expression.left)) && isTrue(of(expression.right))
    case 'any':
      return isTrue(of(expression.left)) || isTrue(of(expression.right))
    case 'compare':
      return holds[expression.by](order(of(expression.left), of(expression.right)))
    case 'call': {
      const [a = '', b = '', c = ''] = expression.of.map(of)
      return calls[expression.name](a, b, c)
    }
  }
}

/** Whether a condition holds. None holds always; one that cannot be read shows what it hides. */
export const isMet = (condition: string, values: Values): boolean => {
  if (condition === '') return true
  const { expression } = parse(condition)
  return expression === null || isTrue(evaluate(expression, values))
}

const fieldsOf = (expression: Expression): readonly string[] => {
  switch (expression.kind) {
    case 'literal':
      return []
    case 'field':
      return [expression.name]
    case 'not':
      return fieldsOf(expression.operand)
    case 'call':
      return expression.of.flatMap(fieldsOf)
    default:
      return [...fieldsOf(expression.left), ...fieldsOf(expression.right)]
  }
}

/** The fields that a condition asks for. */
export const fieldsInCondition = (condition: string): readonly string[] => {
  const { expression } = parse(condition)
  return condition === '' || expression === null ? [] : fieldsOf(expression)
}
