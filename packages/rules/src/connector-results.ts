/** One step of a path: a name of an object or a place in a list. */
type PathStep = string | number

const longestPath = 200
const mostItems = 200
const deepest = 12

const stepForm = /\.([A-Za-z_][A-Za-z0-9_-]*)|\[(\d{1,4})\]|\["((?:[^"\\]|\\.){1,100})"\]/y

/** `$.a.b[0]["c d"]` in steps (a part of RFC 9535: one value, no search); null when malformed. */
export const parseResultPath = (text: string): readonly PathStep[] | null => {
  if (!text.startsWith('$') || text.length > longestPath) return null
  const steps: PathStep[] = []
  let at = 1
  while (at < text.length) {
    stepForm.lastIndex = at
    const found = stepForm.exec(text)
    if (found === null) return null
    const [all, name, index, quoted] = found
    steps.push(
      name ?? (index === undefined ? (quoted ?? '').replace(/\\(.)/g, '$1') : Number(index)),
    )
    at += all.length
  }
  return steps
}

export const isResultPath = (text: string): boolean => parseResultPath(text) !== null

const inside = (value: unknown, step: PathStep): unknown => {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined
  if (typeof value !== 'object' || value === null || typeof step === 'number') return undefined
  return Object.hasOwn(value, step)
    ? Object.entries(value).find(([name]) => name === step)?.[1]
    : undefined
}

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** The single value at a path as text; null where there is none, or more than one value. */
export const resultAt = (answer: unknown, path: string): string | null => {
  const steps = parseResultPath(path)
  if (steps === null) return null
  return textOf(steps.reduce(inside, answer))
}

const stepText = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`

export interface ResultItem {
  readonly path: string
  readonly value: string
}

const walk = (value: unknown, path: string, found: ResultItem[]): void => {
  const depth = path.split(/[.[]/).length
  if (found.length >= mostItems || depth > deepest || path.length > longestPath) return
  if (Array.isArray(value)) {
    for (const [index, each] of value.slice(0, 20).entries()) walk(each, `${path}[${index}]`, found)
    return
  }
  if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) walk(each, `${path}${stepText(name)}`, found)
    return
  }
  const text = textOf(value)
  if (text !== null) found.push({ path, value: text.slice(0, 200) })
}

/** The values of an answer, each with the path that leads to it; the first 200. */
export const resultItemsOf = (answer: unknown): readonly ResultItem[] => {
  const found: ResultItem[] = []
  walk(answer, '$', found)
  return found
}

export interface Expected {
  readonly statuses: readonly number[]
  readonly items: readonly { readonly path: string; readonly equals: string | null }[]
}

/** Whether an answer says yes: one of the statuses, and every item that demands a value has it. */
export const isExpected = (
  { statuses, items }: Expected,
  { status, answer }: { readonly status: number; readonly answer: unknown },
): boolean =>
  statuses.includes(status) &&
  items.every(({ path, equals }) => equals === null || resultAt(answer, path) === equals)
