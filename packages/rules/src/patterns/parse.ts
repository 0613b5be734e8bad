import type { Budget } from './budget.ts'
import { type Assertion, type Node, UnsupportedPattern } from './syntax.ts'

const maximumDepth = 50
/** As many as a replacement can name; each thread of the machine carries them all. */
const maximumGroups = 99

interface Reader {
  readonly source: string
  readonly budget: Budget
  position: number
  groups: number
}

/** A class, an escape or the dot: what matches one code point and is not itself one. */
const specialToken =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|.)|\./suy
const literalToken = /[^|)]/uy
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

/** @throws SyntaxError where the platform rejects the source */
const compileNatively = (source: string): RegExp => new RegExp(source, 'u')

/**
 * The engine of the platform judges classes and escapes: on one character it is linear. It rejects
 * a back-reference that stands alone, and thereby the pattern.
 */
const specialNode = (token: string): Node => {
  const native = compileNatively(`^${token}$`)
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
  if (reader.groups > maximumGroups) throw new UnsupportedPattern('too many groups')
  const index = reader.groups
  const item = readChoice(reader, depth + 1)
  if (!takeText(reader, ')')) throw new UnsupportedPattern('group without end')
  return capturing ? { kind: 'group', item, index } : item
}

/** Null where the sequence ends. */
const readAtom = (reader: Reader, depth: number): Node | null => {
  if (takeText(reader, '(')) return readGroup(reader, depth)
  const special = take(reader, specialToken)?.[0]
  const token = special ?? take(reader, literalToken)?.[0]
  if (token === undefined) return null
  const assertion = assertions.get(token)
  if (assertion !== undefined) return { kind: 'assertion', assertion }
  if (special !== undefined) return specialNode(special)
  return { kind: 'character', test: (character) => character === token }
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
  reader.budget.charge()
  const items: Node[] = []
  for (let atom = readAtom(reader, depth); atom !== null; atom = readAtom(reader, depth)) {
    reader.budget.charge()
    items.push(readRepeat(reader, atom))
  }
  return { kind: 'sequence', items }
}

const readChoice = (reader: Reader, depth: number): Node => {
  if (depth > maximumDepth) throw new UnsupportedPattern('nested too deep')
  const options = [readSequence(reader, depth)]
  while (takeText(reader, '|')) options.push(readSequence(reader, depth))
  return { kind: 'choice', options }
}

/**
 * @throws UnsupportedPattern, TooManySteps, or SyntaxError where the platform itself refuses the
 * source
 */
export const parsePattern = (
  source: string,
  budget: Budget,
): { readonly root: Node; readonly groups: number } => {
  const reader: Reader = { source, budget, position: 0, groups: 0 }
  const root = readChoice(reader, 0)
  if (reader.position < source.length) throw new UnsupportedPattern('end expected')
  // Last, so that the checks above do not rely on the platform to know the same syntax.
  compileNatively(source)
  return { root, groups: reader.groups }
}
