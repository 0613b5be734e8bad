import type { Scope } from './scope.ts'
import type { XmlElement, XmlNode } from './tree.ts'
import { XmlFault } from './xml-fault.ts'

interface Canonicalizing {
  /** Left out with all it holds: the signature that is taken off (`enveloped-signature`). */
  readonly without?: XmlElement | undefined
  /** Prefixes written where they are in scope, used or not (InclusiveNamespaces). */
  readonly inclusive?: readonly string[] | undefined
  /** Characters that it may have, as each name may repeat a whole namespace; left out: any. */
  readonly longest?: number | undefined
}

const ofText: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#xD;',
}
const ofValue: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

const escapedText = (text: string): string => text.replace(/[&<>\r]/g, (c) => ofText[c] ?? c)
const escapedValue = (text: string): string => text.replace(/[&<"\t\n\r]/g, (c) => ofValue[c] ?? c)

const named = (prefix: string, local: string): string =>
  prefix === '' ? local : `${prefix}:${local}`

type Declaration = readonly [prefix: string, namespace: string]

/** The namespaces that an element and its attributes show, and the inclusive ones in scope. */
const wantedBy = (
  { prefix, namespace, attributes, scope }: XmlElement,
  inclusive: readonly string[],
): readonly Declaration[] => {
  const wanted = new Map<string, string>()
  for (const each of inclusive) {
    const known = scope.get(each)
    if (known !== undefined) wanted.set(each, known)
  }
  wanted.set(prefix, namespace)
  for (const each of attributes) if (each.prefix !== '') wanted.set(each.prefix, each.namespace)
  wanted.delete('xml')
  return [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

const attributesText = ({ attributes }: XmlElement): string =>
  attributes
    .toSorted((a, b) => {
      const [one, other] = [`${a.namespace} ${a.local}`, `${b.namespace} ${b.local}`]
      return one < other ? -1 : 1
    })
    .map(({ prefix, local, value }) => ` ${named(prefix, local)}="${escapedValue(value)}"`)
    .join('')

class Writing {
  private readonly pieces: string[] = []
  private room: number
  /** The namespace of each prefix as it is declared around what is written next. */
  private readonly declared = new Map<string, string>()
  private readonly without: XmlElement | undefined
  private readonly inclusive: readonly string[]

  constructor({ without, inclusive = [], longest = Infinity }: Canonicalizing) {
    this.room = longest
    this.without = without
    this.inclusive = inclusive.map((each) => (each === '#default' ? '' : each))
  }

  get text(): string {
    return this.pieces.join('')
  }

  private put(piece: string): void {
    this.room -= piece.length
    if (this.room < 0) throw new XmlFault('a canonical form that is too long')
    this.pieces.push(piece)
  }

  /** Where the scope is the one around, its inclusive namespaces are declared there. */
  element(element: XmlElement, around: Scope | null): void {
    const wanted = wantedBy(element, element.scope === around ? [] : this.inclusive)
    const missing = wanted.filter(
      ([prefix, namespace]) => (this.declared.get(prefix) ?? '') !== namespace,
    )
    const before = missing.map(([prefix]) => [prefix, this.declared.get(prefix)] as const)
    const name = named(element.prefix, element.local)
    this.put(`<${name}`)
    for (const [prefix, namespace] of missing) {
      this.declared.set(prefix, namespace)
      this.put(` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapedValue(namespace)}"`)
    }
    this.put(`${attributesText(element)}>`)
    for (const child of element.children) this.node(child, element.scope)
    this.put(`</${name}>`)
    for (const [prefix, namespace = ''] of before) this.declared.set(prefix, namespace)
  }

  private node(node: XmlNode, around: Scope): void {
    if (typeof node === 'string') this.put(escapedText(node))
    else if (node !== this.without) this.element(node, around)
  }
}

/**
 * Exclusive XML canonicalization without comments (W3C xml-exc-c14n, section 4): the same text for
 * the same element in any document.
 * @throws XmlFault for a form that is longer than asked for
 */
export const canonical = (element: XmlElement, options: Canonicalizing = {}): string => {
  if (element === options.without) return ''
  const writing = new Writing(options)
  writing.element(element, null)
  return writing.text
}
