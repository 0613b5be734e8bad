/** A parsed ICU message: literal text, `#`, and arguments. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'count' }
  | { readonly kind: 'value'; readonly name: string; readonly type: 'plain' | 'number' }
  | {
      readonly kind: 'choice'
      readonly name: string
      readonly type: 'plural' | 'selectordinal' | 'select'
      readonly cases: ReadonlyMap<string, readonly Part[]>
    }

interface Cursor {
  readonly source: string
  at: number
}

const fault = ({ source, at }: Cursor, wanted: string): Error =>
  new Error(`message "${source}": ${wanted} expected at ${at}`)

/** What a sticky pattern finds at the cursor, which moves behind it. */
const take = (cursor: Cursor, pattern: RegExp): string | null => {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.source)
  if (found === null) return null
  cursor.at = pattern.lastIndex
  return found[1] ?? found[0]
}

const demand = (cursor: Cursor, pattern: RegExp, wanted: string): string => {
  const found = take(cursor, pattern)
  if (found === null) throw fault(cursor, wanted)
  return found
}

/** An apostrophe quotes only before a brace or `#`; doubled it stands for itself (ICU's default). */
const literal = (cursor: Cursor, isCounting: boolean): string => {
  const plain = isCounting ? /[^{}#']+/y : /[^{}']+/y
  let text = ''
  for (;;) {
    const piece = take(cursor, plain)
    if (piece !== null) text += piece
    else if (take(cursor, /''/y) !== null) text += "'"
    else {
      const quoted = take(cursor, isCounting ? /'([{}#][^']*)'?/y : /'([{}][^']*)'?/y)
      if (quoted !== null) text += quoted
      else if (take(cursor, /'/y) !== null) text += "'"
      else return text
    }
  }
}

interface Argument {
  readonly name: string
  readonly type: 'plural' | 'selectordinal' | 'select'
  /** Whether a plural stands around it, so that `#` is its count. */
  readonly isCounting: boolean
}

const choice = (cursor: Cursor, { name, type, isCounting }: Argument): Part => {
  demand(cursor, /\s*,/y, 'a comma')
  const cases = new Map<string, readonly Part[]>()
  for (;;) {
    const label = take(cursor, /\s*([=\w-]+)\s*\{/y)
    if (label === null) break
    cases.set(label, parts(cursor, isCounting || type !== 'select'))
    demand(cursor, /\}/y, 'a closing brace')
  }
  demand(cursor, /\s*\}/y, 'a closing brace')
  if (!cases.has('other')) throw fault(cursor, 'the case "other"')
  return { kind: 'choice', name, type, cases }
}

const argument = (cursor: Cursor, isCounting: boolean): Part => {
  const name = demand(cursor, /\{\s*(\w+)\s*/y, 'the name of a value')
  if (take(cursor, /\}/y) !== null) return { kind: 'value', name, type: 'plain' }
  const type = demand(cursor, /,\s*(number|plural|selectordinal|select)\b\s*/y, 'a known type')
  if (type === 'plural' || type === 'selectordinal' || type === 'select') {
    return choice(cursor, { name, type, isCounting })
  }
  demand(cursor, /\}/y, 'a closing brace')
  return { kind: 'value', name, type: 'number' }
}

const parts = (cursor: Cursor, isCounting: boolean): readonly Part[] => {
  const found: Part[] = []
  for (;;) {
    const text = literal(cursor, isCounting)
    if (text !== '') found.push({ kind: 'text', text })
    const next = cursor.source[cursor.at]
    if (next === '{') found.push(argument(cursor, isCounting))
    else if (next === '#' && take(cursor, /#/y) !== null) found.push({ kind: 'count' })
    else return found
  }
}

/**
 * Parses the part of ICU MessageFormat that our texts use: values, `number`, `plural` (with `=n`
 * and `#`), `selectordinal`, `select`, nested.
 * @throws with the place of the fault
 */
export const parseMessage = (source: string): readonly Part[] => {
  const cursor = { source, at: 0 }
  const found = parts(cursor, false)
  if (cursor.at < source.length) throw fault(cursor, 'the end')
  return found
}
