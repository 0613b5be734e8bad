import type { SaxesTagNS } from 'saxes'
import { boundedParser, type XmlRefusal } from './bounded-parser.ts'
import { emptyScope, InnerScope, type Scope } from './scope.ts'
import { XmlFault } from './xml-fault.ts'

export interface XmlAttribute {
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  readonly value: string
}

/** An element as it was read or built; nothing changes it afterwards. */
export interface XmlElement {
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  /** Without declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[]
  readonly scope: Scope
  readonly children: readonly XmlNode[]
}

/** Text has no pieces: neighbours are joined, comments left out, CDATA is text. */
export type XmlNode = XmlElement | string

interface Growing extends XmlElement {
  readonly children: XmlNode[]
}

/** Characters that a message may have. */
export const longestMessage = 262_144
const deepest = 48
const mostElements = 20_000
const mostAttributes = 64
const mostAttributesInAll = 20_000
/** Some products declare two namespaces for each attribute value. */
const mostDeclarations = 4096
/** Characters of a namespace: each name in it is compared and written with the whole of it. */
const longestNamespace = 256

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/** What marks an element as the one a signature means. */
const isId = ({ namespace, local }: XmlAttribute): boolean =>
  namespace === '' ? /^id$/i.test(local) : namespace === xmlNamespace && local === 'id'

export const idOf = ({ attributes }: XmlElement): string | null =>
  attributes.find(isId)?.value ?? null

interface Given {
  readonly name: string
  readonly value: string
}

const isDeclaration = ({ name }: Given): boolean => /^xmlns(?::|$)/.test(name)

/** What the parser has read of a document. */
class Reading {
  private readonly open: Growing[] = []
  private readonly ids = new Set<string>()
  private attributes = 0
  private declarations = 0
  root: XmlElement | null = null

  /** Each attribute by itself, before the parser resolves the names of its element. */
  note(given: Given): void {
    this.attributes += 1
    if (isDeclaration(given)) this.noteDeclaration(given)
    if (this.attributes > mostAttributesInAll) throw new XmlFault('more than is taken')
  }

  /** The parser trims a namespace and canonical XML does not: with blanks there would be two. */
  private noteDeclaration({ value }: Given): void {
    this.declarations += 1
    if (this.declarations > mostDeclarations || value.length > longestNamespace) {
      throw new XmlFault('more than is taken')
    }
    if (value !== value.trim()) throw new XmlFault('a namespace with blanks')
  }

  begin(tag: SaxesTagNS): void {
    const given = Object.values(tag.attributes)
    const parent = this.open.at(-1)
    const element: Growing = {
      prefix: tag.prefix,
      local: tag.local,
      namespace: tag.uri,
      attributes: given
        .filter((each) => !isDeclaration(each))
        .map(({ prefix, local, uri, value }) => ({ prefix, local, namespace: uri, value })),
      scope: scopeWithin(parent?.scope, given.filter(isDeclaration)),
      children: [],
    }
    this.noteId(element)
    parent?.children.push(element)
    this.root ??= element
    this.open.push(element)
  }

  /** Two elements of one id: a signature over the one would be read as one over the other. */
  private noteId({ attributes }: XmlElement): void {
    const own = attributes.filter(isId)
    if (own.length > 1) throw new XmlFault('two ids')
    for (const { value } of own) {
      if (this.ids.has(value)) throw new XmlFault('an id twice')
      this.ids.add(value)
    }
  }

  add(text: string): void {
    const children = this.open.at(-1)?.children
    const last = children?.at(-1)
    if (typeof last === 'string') children?.splice(-1, 1, last + text)
    else if (text !== '') children?.push(text)
  }

  end(): void {
    this.open.pop()
  }
}

const scopeWithin = (outer: Scope = emptyScope, declared: readonly Given[]): Scope =>
  declared.length === 0
    ? outer
    : new InnerScope(
        outer,
        new Map(
          declared.map(({ name, value }): [string, string] => [name.slice('xmlns:'.length), value]),
        ),
      )

const reasons: Readonly<Record<XmlRefusal, string>> = {
  DOCUMENT_TYPE: 'a document type',
  INSTRUCTION: 'a processing instruction',
  TOO_DEEP: 'more than is taken',
  TOO_MANY_ELEMENTS: 'more than is taken',
  TOO_MANY_ATTRIBUTES: 'more than is taken',
  MALFORMED: 'not well-formed',
}

const refuse = (reason: XmlRefusal, cause?: unknown): never => {
  throw new XmlFault(reasons[reason], cause)
}

interface Bounds {
  /** Characters. */
  readonly longest?: number
  /** Processing instructions are passed over: of documents that people hand in, and of no message. */
  readonly hasInstructions?: boolean
}

/**
 * The root of a document. There is no document type, so no entity but XML's own; no processing
 * instruction unless it is said; no id twice; bounded depth, number and length.
 * @throws XmlFault
 */
export const readXml = (
  text: string,
  { longest = longestMessage, hasInstructions = false }: Bounds = {},
): XmlElement => {
  if (text.length > longest) throw new XmlFault('too long')
  const reading = new Reading()
  const parser = boundedParser({
    bounds: { deepest, mostElements, mostAttributes, hasInstructions },
    options: { xmlns: true as const },
    refuse,
    onAttribute: (given) => reading.note(given),
    onClose: () => reading.end(),
  })
  parser.on('opentag', (tag: SaxesTagNS) => reading.begin(tag))
  parser.on('text', (piece) => reading.add(piece))
  parser.on('cdata', (piece) => reading.add(piece))
  try {
    parser.write(text.replace(/^\uFEFF/, '')).close()
  } catch (error) {
    throw error instanceof XmlFault ? error : new XmlFault('not well-formed', error)
  }
  if (reading.root === null) throw new XmlFault('empty')
  return reading.root
}

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string'

/** Child elements of this name. */
export const childrenOf = (
  element: XmlElement,
  namespace: string,
  local: string,
): readonly XmlElement[] =>
  element.children
    .filter(isElement)
    .filter((child) => child.local === local && child.namespace === namespace)

/** The only child of this name; null without one. @throws XmlFault for several */
export const onlyChild = (
  element: XmlElement,
  namespace: string,
  local: string,
): XmlElement | null => {
  const [first = null, ...more] = childrenOf(element, namespace, local)
  if (more.length > 0) throw new XmlFault(`several ${local}`)
  return first
}

/** The text of an element that holds nothing else. @throws XmlFault for one with elements in it */
export const textOf = (element: XmlElement): string => {
  if (element.children.some(isElement)) throw new XmlFault(`elements in ${element.local}`)
  return element.children.join('').trim()
}

export const attributeOf = (element: XmlElement, local: string): string | null =>
  element.attributes.find((each) => each.namespace === '' && each.local === local)?.value ?? null
