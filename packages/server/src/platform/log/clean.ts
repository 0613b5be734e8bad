/** C0 and C1 control characters and the Unicode line ends: none may start a new line. */
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

const bearers = /\b(?:Bearer|DPoP|Basic) +[\w.~+/=-]{8,}/g
const passwordsInUrls = /(?<=:\/\/[^\s/:@]{0,64}:)[^\s/@]+(?=@)/g
/** Letters and dots that a JSON Web Token may be a part of; looked for from their beginning only. */
const dotted = /(?<![\w.-])[\w.-]{13,}/g

const withoutToken = (run: string): string => {
  const at = run.search(/\beyJ[\w-]{8}/)
  const isToken = at >= 0 && run.slice(at).split('.').length > 2
  return isToken ? `${run.slice(0, at)}[redacted]` : run
}

const secretName =
  /authorization|cookie|password|passphrase|secret|token|^(?:code|otp|pin|seed|jwt|proof|dpop|assertion|answer|link)$|api_?key|private_?key|master_?key/i

const longest = 8192
const deepest = 6
const widest = 100
const mostValues = 1000

/** Where in a value the cleaning is, and how many values one line may still hold. */
interface Walk {
  readonly depth: number
  readonly budget: { left: number }
}

const deeper = ({ depth, budget }: Walk): Walk => ({ depth: depth + 1, budget })

/** One line without bearer-like parts, of at most 8,192 characters. */
export const cleanText = (text: string): string =>
  text
    .slice(0, longest)
    .replace(bearers, '[redacted]')
    .replace(dotted, withoutToken)
    .replace(passwordsInUrls, '[redacted]')
    .replace(controls, ' ')

const lines = (stack: string): string[] => stack.split('\n').slice(0, 30).map(cleanText)

const cleanError = (error: Error, walk: Walk): Record<string, unknown> => ({
  type: cleanText(error.name),
  message: cleanText(error.message),
  ...('code' in error ? { code: cleanValue(error.code, deeper(walk)) } : {}),
  stack: lines(error.stack ?? ''),
  ...(error.cause === undefined ? {} : { cause: cleanValue(error.cause, deeper(walk)) }),
})

const cleanValue = (value: unknown, walk: Walk): unknown => {
  walk.budget.left -= 1
  if (walk.budget.left < 0 || walk.depth > deepest) return '[more]'
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return cleanError(value, walk)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (!Array.isArray(value)) return cleanRecord(value, walk)
  return value.slice(0, widest).map((item) => cleanValue(item, deeper(walk)))
}

const isSecret = (name: string, value: unknown): boolean =>
  secretName.test(name) && typeof value !== 'boolean' && value !== null && value !== undefined

const cleanRecord = (record: object, walk: Walk): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record)
      .slice(0, widest)
      .map(([name, value]) => [
        cleanText(name),
        isSecret(name, value) ? '[redacted]' : cleanValue(value, deeper(walk)),
      ]),
  )

/** Names of the line's own parts: a field may not stand in for one. */
const reserved = new Set(['level', 'time', 'msg'])

/** Fields fit for the log: one line each, secrets by name and by look taken out. */
export const cleanFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(cleanRecord(fields, { depth: 0, budget: { left: mostValues } })).map(
      ([name, value]) => [reserved.has(name) ? `${name}_` : name, value],
    ),
  )
