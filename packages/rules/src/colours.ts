import { namedColours } from './named-colours.ts'

const maximumLength = 64
const hex = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/
const number = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/
const percentage = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)%$/
const angle = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:deg|grad|rad|turn)?$/

type Kind = 'channel' | 'percent' | 'hue'

/** The three arguments of each colour function; a fourth is the alpha value. */
const colourFunctions: ReadonlyMap<string, readonly [Kind, Kind, Kind]> = new Map([
  ['rgb', ['channel', 'channel', 'channel']],
  ['rgba', ['channel', 'channel', 'channel']],
  ['hsl', ['hue', 'percent', 'percent']],
  ['hsla', ['hue', 'percent', 'percent']],
  ['hwb', ['hue', 'percent', 'percent']],
  ['lab', ['channel', 'channel', 'channel']],
  ['oklab', ['channel', 'channel', 'channel']],
  ['lch', ['channel', 'channel', 'hue']],
  ['oklch', ['channel', 'channel', 'hue']],
])
/** Functions that also take commas, for the time before CSS Color 4. */
const legacyFunctions = new Set(['rgb', 'rgba', 'hsl', 'hsla'])

const isChannel = (text: string): boolean => number.test(text) || percentage.test(text)

const isArgument = (text: string, kind: Kind): boolean => {
  if (text === 'none') return true
  if (kind === 'hue') return angle.test(text)
  return kind === 'percent' ? percentage.test(text) : isChannel(text)
}

/** `a, b, c[, d]` or `a b c [/ d]` as four texts, the alpha null when absent; null if neither. */
const splitArguments = (text: string): readonly [string[], string | null] | null => {
  if (text.includes(',')) {
    const [first = '', second = '', third = '', alpha, ...rest] = text
      .split(',')
      .map((one) => one.trim())
    return rest.length > 0 ? null : [[first, second, third], alpha ?? null]
  }
  const [colour = '', alpha, ...rest] = text.split('/')
  return rest.length > 0 ? null : [colour.trim().split(/\s+/), alpha?.trim() ?? null]
}

const isColourFunction = (text: string): boolean => {
  const [, name = '', inner = ''] = /^([a-z]+)\(([^()]*)\)$/.exec(text) ?? []
  const kinds = colourFunctions.get(name)
  if (kinds === undefined || (inner.includes(',') && !legacyFunctions.has(name))) return false
  const [values, alpha] = splitArguments(inner) ?? []
  if (values?.length !== 3) return false
  if (alpha !== null && alpha !== undefined && alpha !== 'none' && !isChannel(alpha)) return false
  return values.every((value, index) => isArgument(value, kinds[index] ?? 'channel'))
}

/** A colour of CSS Color 4 by name, in hexadecimal or as a function of a fixed colour space. */
export const isCssColour = (text: string): boolean => {
  if (text.length > maximumLength) return false
  const lower = text.trim().toLowerCase()
  return hex.test(lower) || namedColours.has(lower) || isColourFunction(lower)
}
