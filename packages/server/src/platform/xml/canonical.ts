import type { XmlElement, XmlNode } from './tree.ts'

interface Canonicalizing {
  /** Left out with all it holds: the signature that is taken off (`enveloped-signature`). */
  readonly without?: XmlElement | undefined
  /** Prefixes written where they are in scope, used or not (InclusiveNamespaces). */
  readonly inclusive?: readonly string[] | undefined
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

type Written = ReadonlyMap<string, string>

/** The namespaces to be declared here: used in sight or inclusive, and not yet said above. */
const declarations = (
  { prefix, attributes, scope }: XmlElement,
  written: Written,
  inclusive: readonly string[],
): readonly (readonly [string, string])[] => {
  const inSight = [prefix, ...attributes.map((each) => each.prefix).filter((used) => used !== '')]
  const alsoInScope = inclusive.filter((each) => scope.has(each))
  return [...new Set([...inSight, ...alsoInScope])]
    .filter((each) => each !== 'xml')
    .map((each): readonly [string, string] => [each, scope.get(each) ?? ''])
    .filter(([each, namespace]) => (written.get(each) ?? '') !== namespace)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

const attributesText = ({ attributes }: XmlElement): string =>
  attributes
    .toSorted((a, b) => {
      const [one, other] = [`${a.namespace} ${a.local}`, `${b.namespace} ${b.local}`]
      return one < other ? -1 : 1
    })
    .map(({ prefix, local, value }) => ` ${named(prefix, local)}="${escapedValue(value)}"`)
    .join('')

/**
 * Exclusive XML canonicalization without comments (W3C xml-exc-c14n, section 4): the same text for
 * the same element wherever it stands.
 */
export const canonical = (
  element: XmlElement,
  { without, inclusive = [] }: Canonicalizing = {},
): string => {
  const prefixes = inclusive.map((each) => (each === '#default' ? '' : each))
  const write = (node: XmlNode, written: Written): string => {
    if (typeof node === 'string') return escapedText(node)
    if (node === without) return ''
    const declared = declarations(node, written, prefixes)
    const within = declared.length === 0 ? written : new Map([...written, ...declared])
    const namespaces = declared
      .map(([each, uri]) => ` ${each === '' ? 'xmlns' : `xmlns:${each}`}="${escapedValue(uri)}"`)
      .join('')
    const name = named(node.prefix, node.local)
    const content = node.children.map((child) => write(child, within)).join('')
    return `<${name}${namespaces}${attributesText(node)}>${content}</${name}>`
  }
  return write(element, new Map())
}
