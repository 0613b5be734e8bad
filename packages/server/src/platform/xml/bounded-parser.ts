import { type SaxesOptions, SaxesParser } from 'saxes'

interface XmlBounds {
  /** Elements within one another. */
  readonly deepest: number
  /** Elements in all; where a reader hands on what it reads, its thread's time is the bound. */
  readonly mostElements: number
  /** Of one element, namespaces too. */
  readonly mostAttributes: number
  /** Processing instructions are passed over: of documents that people hand in, and of no message. */
  readonly hasInstructions: boolean
}

/** Why a document is not read on. */
export type XmlRefusal =
  | 'DOCUMENT_TYPE'
  | 'INSTRUCTION'
  | 'TOO_DEEP'
  | 'TOO_MANY_ELEMENTS'
  | 'TOO_MANY_ATTRIBUTES'
  | 'MALFORMED'

interface Bounded<O extends SaxesOptions> {
  readonly bounds: XmlBounds
  readonly options: O
  /** Ends the reading. */
  readonly refuse: (reason: XmlRefusal, cause?: unknown) => never
  readonly onAttribute?: (attribute: { readonly name: string; readonly value: string }) => void
  readonly onClose?: (tag: { readonly name: string }) => void
}

/**
 * The one parser of XML. There is no document type, so no entity but XML's own; elements, their depth
 * and their attributes are counted before anything is made of them. Whoever reads adds what to do with
 * tags and text; what is an error to the parser is the end.
 */
export const boundedParser = <O extends SaxesOptions>({
  bounds,
  options,
  refuse,
  onAttribute,
  onClose,
}: Bounded<O>): SaxesParser<O> => {
  const parser = new SaxesParser<O>(options)
  let depth = 0
  let elements = 0
  let attributes = 0
  parser.on('opentagstart', () => {
    depth += 1
    elements += 1
    attributes = 0
    if (depth > bounds.deepest) refuse('TOO_DEEP')
    if (elements > bounds.mostElements) refuse('TOO_MANY_ELEMENTS')
  })
  parser.on('attribute', (attribute) => {
    attributes += 1
    if (attributes > bounds.mostAttributes) refuse('TOO_MANY_ATTRIBUTES')
    onAttribute?.(attribute)
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    onClose?.(tag)
  })
  parser.on('doctype', () => refuse('DOCUMENT_TYPE'))
  if (!bounds.hasInstructions) parser.on('processinginstruction', () => refuse('INSTRUCTION'))
  parser.on('error', (cause) => refuse('MALFORMED', cause))
  return parser
}
