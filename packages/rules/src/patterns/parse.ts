import { type Assertion, type Node, UnsupportedPattern } from './syntax.ts'

const maximumDepth = 50

interface Reader {
  readonly source: string
  position: number
  groups: number
}

/** One character, one escape or one class: what stands for a single code point. */
const escapeToken =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|.)/suy
const classToken = /\[(?:\\.|[^\]\\])*\]/suy
const literalToken = /./suy
const quantifierToken = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/uy
const namedGroupToken = /\?<[^=!][^>]*>/uy
const assertions: ReadonlyMap<string, Assertion> = new Map([
  ['^', 'start'],
  ['$', 'end'],
  ['\\b', 'boundary'],
  ['\\B', 'inside'],
])

const take = (reader: Reader, token: RegExp): RegExpExecArray | null => {
  token.lastIndex = reader.position
  const match = token.exec(reader.source)
  if (match !== null) reader.position += match[0].length
  return match
}

const takeText = (reader: Reader, text: string): boolean => {
  if (!reader.source.startsWith(text, reader.position)) return false
  reader.position += text.length
  return true
}

/**
 * The engine of the platform judges classes and escapes: on one character it is linear. It refuses
 * a back-reference that stands alone, which refuses the pattern.
 */
const characterNode = (token: string): Node => {
  if (!/^[\\[.]/.test(token)) return { kind: 'character', test: (character) => character === token }
  const native = new RegExp(`^${token}$`, 'u')
  return { kind: 'character', test: (character) => native.test(character) }
}

const readGroup = (reader: Reader, depth: number): Node => {
  const capturing = !takeText(reader, '?:')
  if (
    capturing &&
    reader.source[reader.position] === '?' &&
    take(reader, namedGroupToken) === null
  ) {
    throw new UnsupportedPattern('look-around and modifiers')
  }
  if (capturing) reader.groups += 1
  const index = reader.groups
  const item = readChoice(reader, depth + 1)
  if (!takeText(reader, ')')) throw new UnsupportedPattern('group without end')
  return capturing ? { kind: 'group', item, index } : item
}

const readAtom = (reader: Reader, depth: number): Node => {
  if (takeText(reader, '(')) return readGroup(reader, depth)
  const token = (take(reader, classToken) ??
    take(reader, escapeToken) ??
    take(reader, literalToken))?.[0]
  if (token === undefined) throw new UnsupportedPattern('nothing to read')
  const assertion = assertions.get(token)
  if (assertion !== undefined) return { kind: 'assertion', assertion }
  return characterNode(token)
}

const readRepeat = (reader: Reader, item: Node): Node => {
  const [matched, sign, low, comma, high, lazy] = take(reader, quantifierToken) ?? []
  if (matched === undefined) return item
  const minimum = sign === undefined ? Number(low) : Number(sign === '+')
  const bounded = comma === undefined ? minimum : high === '' ? Infinity : Number(high)
  const maximum = sign === undefined ? bounded : sign === '?' ? 1 : Infinity
  return { kind: 'repeat', item, minimum, maximum, lazy: lazy === '?' }
}

const readSequence = (reader: Reader, depth: number): Node => {
  const items: Node[] = []
  while (reader.position < reader.source.length) {
    const next = reader.source[reader.position]
    if (next === '|' || next === ')') break
    items.push(readRepeat(reader, readAtom(reader, depth)))
  }
  return { kind: 'sequence', items }
}

const readChoice = (reader: Reader, depth: number): Node => {
  if (depth > maximumDepth) throw new UnsupportedPattern('nested too deep')
  const options = [readSequence(reader, depth)]
  while (takeText(reader, '|')) options.push(readSequence(reader, depth))
  return { kind: 'choice', options }
}

/** @throws UnsupportedPattern, or SyntaxError where the platform itself refuses the source */
export const parsePattern = (source: string): { readonly root: Node; readonly groups: number } => {
  const reader: Reader = { source: new RegExp(source, 'u').source, position: 0, groups: 0 }
  const root = readChoice(reader, 0)
  if (reader.position < reader.source.length) throw new UnsupportedPattern('end expected')
  return { root, groups: reader.groups }
}
