/** What is wrong with a condition, and where: `at` counts letters from its beginning. */
export interface Fault {
  readonly at: number
  readonly code:
    | 'LETTER_UNKNOWN'
    | 'TEXT_NOT_ENDED'
    | 'NAME_NOT_ENDED'
    | 'VALUE_EXPECTED'
    | 'END_EXPECTED'
    | 'BRACKET_EXPECTED'
    | 'FUNCTION_UNKNOWN'
    | 'ARGUMENTS_WRONG'
    | 'TOO_DEEP'
}

export interface Token {
  readonly kind: 'text' | 'number' | 'field' | 'word' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const shapes = [
  ['space', /\s+/y],
  ['text', /"([^"]*)"/y],
  ['text', /'([^']*)'/y],
  ['field', /\{([^{}]*)\}/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['word', /\p{L}[\p{L}\p{N}_]*/uy],
  ['sign', /!=|<=|>=|[=<>(),]/y],
] as const

const faultAt = (source: string, at: number): Fault => {
  const first = source.charAt(at)
  if (first === '"' || first === "'") return { at, code: 'TEXT_NOT_ENDED' }
  return { at, code: first === '{' ? 'NAME_NOT_ENDED' : 'LETTER_UNKNOWN' }
}

/** The words and signs of a condition; the last one is its end. */
export const tokensOf = (source: string): readonly Token[] | Fault => {
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    const start = at
    for (const [kind, shape] of shapes) {
      shape.lastIndex = at
      const match = shape.exec(source)
      if (match === null) continue
      if (kind !== 'space') tokens.push({ kind, text: match[1] ?? match[0], at })
      at = shape.lastIndex
      break
    }
    if (at === start) return faultAt(source, at)
  }
  return [...tokens, { kind: 'end', text: '', at }]
}
