import { ApiError } from './errors.ts'

const maximumDepth = 40
/**
 * Names, values and items of one body: everything after this looks at each of them. The longest list
 * of a call has 10,000 items, and a hundred users with 80 attributes each are as many.
 */
export const mostValues = 25_000
const decoder = new TextDecoder('utf-8', { fatal: true })

const fault = (message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: 'body', message }] })

const [openBrace, openBracket, closeBrace, closeBracket, comma, quote, backslash] = Array.from(
  '{[}],"\\',
  (character) => character.charCodeAt(0),
)

interface Shape {
  depth: number
  /** One for each comma and each beginning of a list or an object: all values, or a few more. */
  values: number
}

const isOver = ({ depth, values }: Shape): boolean => depth > maximumDepth || values > mostValues

/** How much a JSON text holds, counted before anything is built from it, and no further than it may. */
const shapeOf = (text: string): Shape => {
  const shape = { depth: 0, values: 1 }
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length && !isOver(shape); at += 1) {
    const unit = text.charCodeAt(at)
    if (inText) {
      if (unit === backslash) at += 1
      else if (unit === quote) inText = false
    } else if (unit === quote) inText = true
    else if (unit === comma) shape.values += 1
    else if (unit === openBrace || unit === openBracket) {
      depth += 1
      shape.values += 1
      if (depth > shape.depth) shape.depth = depth
    } else if (unit === closeBrace || unit === closeBracket) depth -= 1
  }
  return shape
}

const badText = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed()

/** Whether NUL, a lone surrogate or a name that stands for the prototype occurs anywhere in it. */
export const hasBadText = (value: unknown): boolean => {
  if (typeof value === 'string') return badText(value)
  if (Array.isArray(value)) return value.some(hasBadText)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, item]) => key === '__proto__' || badText(key) || hasBadText(item),
  )
}

/**
 * A JSON body: UTF-8, at most 40 levels deep, of at most 25,000 values, without NUL, lone surrogates or `__proto__`
 * (PostgreSQL stores neither of the first two). @throws invalid_parameters
 */
export const parseJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch (cause) {
    throw new ApiError('invalid_parameters', {
      fields: [{ path: 'body', message: 'is not UTF-8' }],
      cause,
    })
  }
  const { depth, values } = shapeOf(text)
  if (depth > maximumDepth) throw fault('is nested too deeply')
  if (values > mostValues) throw fault(`holds more than ${mostValues} values`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ApiError('invalid_parameters', {
      fields: [{ path: 'body', message: 'is not JSON' }],
      cause,
    })
  }
  const isSuspect = text.includes('\\u') || text.includes('__proto__')
  if (isSuspect && hasBadText(value)) throw fault('holds NUL, a lone surrogate or a reserved name')
  return value
}
