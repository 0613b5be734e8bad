import { ApiError } from './errors.ts'

const maximumDepth = 40
const decoder = new TextDecoder('utf-8', { fatal: true })

const fault = (message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: 'body', message }] })

const openers = new Set(['{'.charCodeAt(0), '['.charCodeAt(0)])
const closers = new Set(['}'.charCodeAt(0), ']'.charCodeAt(0)])
const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)

/** Nesting of a JSON text, counted before anything is built from it. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (inText) {
      if (unit === backslash) at += 1
      else if (unit === quote) inText = false
    } else if (unit === quote) inText = true
    else if (openers.has(unit)) deepest = Math.max(deepest, ++depth)
    else if (closers.has(unit)) depth -= 1
  }
  return deepest
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
 * A JSON body: UTF-8, at most 40 levels deep, without NUL, lone surrogates or `__proto__`
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
  if (depthOf(text) > maximumDepth) throw fault('is nested too deeply')
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
