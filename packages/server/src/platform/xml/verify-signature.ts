import { createHash, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import {
  algorithmOf,
  digestAlgorithms,
  envelopedSignature,
  exclusiveCanonicalization,
  keyFor,
  signatureAlgorithms,
} from './algorithms.ts'
import { namespaces } from './build.ts'
import { canonical } from './canonical.ts'
import {
  attributeOf,
  childrenOf,
  idOf,
  isElement,
  longestMessage,
  onlyChild,
  textOf,
  type XmlElement,
} from './tree.ts'
import { XmlFault } from './xml-fault.ts'

export interface Trust {
  /** The signer's public keys, known beforehand: what a message says of its key is not read. */
  readonly keys: readonly KeyObject[]
  /** Signatures and digests by SHA-1 count; left out: they do not. */
  readonly sha1?: boolean
}

const { ds, ec } = namespaces

const required = (parent: XmlElement, local: string): XmlElement => {
  const child = onlyChild(parent, ds, local)
  if (child === null) throw new XmlFault(`no ${local}`)
  return child
}

const elementsOf = ({ children }: XmlElement): readonly XmlElement[] => {
  if (children.some((child) => !isElement(child) && child.trim() !== '')) {
    throw new XmlFault('text where elements stand')
  }
  return children.filter(isElement)
}

/** Exactly these children, in this order; `KeyInfo` may follow. */
const expectShape = (parent: XmlElement, names: readonly string[]): void => {
  const found = elementsOf(parent)
    .map(({ namespace, local }) => (namespace === ds ? local : '?'))
    .join(' ')
  const wanted = names.join(' ')
  if (found !== wanted && found !== `${wanted} KeyInfo`) throw new XmlFault('another shape')
}

/** Characters of a canonical form: the longest message with its escapes and repeated namespaces. */
const longest = 8 * longestMessage
/** Each is looked up for every element that declares namespaces. */
const mostPrefixes = 16

/** Of a canonicalization that has no parameters but these. */
const inclusivePrefixes = (method: XmlElement): readonly string[] => {
  if (attributeOf(method, 'Algorithm') !== exclusiveCanonicalization) {
    throw new XmlFault('another canonicalization')
  }
  const [list, ...more] = elementsOf(method)
  if (list === undefined) return []
  if (more.length > 0 || list.namespace !== ec || list.local !== 'InclusiveNamespaces') {
    throw new XmlFault('another canonicalization')
  }
  const prefixes = attributeOf(list, 'PrefixList') ?? ''
  const found = prefixes.split(/\s+/).filter((prefix) => prefix !== '')
  if (found.length > mostPrefixes) throw new XmlFault('more prefixes than are taken')
  return found
}

/** The signature off, then canonical: nothing else is known to leave what is read as it was. */
const transformedBy = (reference: XmlElement): readonly string[] => {
  const [enveloped, canonicalization, ...more] = childrenOf(
    required(reference, 'Transforms'),
    ds,
    'Transform',
  )
  if (enveloped === undefined || canonicalization === undefined || more.length > 0) {
    throw new XmlFault('other transforms')
  }
  if (attributeOf(enveloped, 'Algorithm') !== envelopedSignature) {
    throw new XmlFault('other transforms')
  }
  return inclusivePrefixes(canonicalization)
}

const isStrong = (hash: string, { sha1 = false }: Trust): boolean => sha1 || hash !== 'sha1'

const expectDigest = (
  element: XmlElement,
  { signature, signedInfo, trust }: Parts & { readonly trust: Trust },
): void => {
  const reference = required(signedInfo, 'Reference')
  const id = idOf(element)
  if (id === null || id === '' || attributeOf(reference, 'URI') !== `#${id}`) {
    throw new XmlFault('a reference to something else')
  }
  expectShape(reference, ['Transforms', 'DigestMethod', 'DigestValue'])
  const method = attributeOf(required(reference, 'DigestMethod'), 'Algorithm')
  const digest = algorithmOf(digestAlgorithms, method)
  if (digest === undefined || !isStrong(digest.hash, trust)) throw new XmlFault('another digest')
  const inclusive = transformedBy(reference)
  const text = canonical(element, { without: signature, inclusive, longest })
  const computed = createHash(digest.hash).update(text).digest()
  const given = Buffer.from(textOf(required(reference, 'DigestValue')), 'base64')
  if (given.length !== computed.length || !timingSafeEqual(given, computed)) {
    throw new XmlFault('a wrong digest')
  }
}

interface Parts {
  readonly signature: XmlElement
  readonly signedInfo: XmlElement
}

const expectSignature = ({ signature, signedInfo }: Parts, trust: Trust): void => {
  const inclusive = inclusivePrefixes(required(signedInfo, 'CanonicalizationMethod'))
  const method = attributeOf(required(signedInfo, 'SignatureMethod'), 'Algorithm')
  const algorithm = algorithmOf(signatureAlgorithms, method)
  if (algorithm === undefined || !isStrong(algorithm.hash, trust)) {
    throw new XmlFault('another algorithm')
  }
  const data = Buffer.from(canonical(signedInfo, { inclusive, longest }))
  const value = Buffer.from(textOf(required(signature, 'SignatureValue')), 'base64')
  const isSigned = trust.keys
    .filter((key) => key.asymmetricKeyType === algorithm.key)
    .some((key) => verify(algorithm.hash, data, keyFor(algorithm, key), value))
  if (!isSigned) throw new XmlFault('a wrong signature')
}

/** Whether the element carries a signature of its own, right or wrong. */
export const isSigned = (element: XmlElement): boolean =>
  childrenOf(element, ds, 'Signature').length > 0

/**
 * Checks the enveloped signature of an element, as SAML 2.0 core, section 5.4, limits it: one
 * reference, to this very element by its id, enveloped and exclusive. What was signed is the
 * element that was given: whoever reads on from it reads nothing else.
 * @throws XmlFault for no signature, several, another form, or one that none of the keys made
 */
export const verifySignature = (element: XmlElement, trust: Trust): void => {
  const signature = onlyChild(element, ds, 'Signature')
  if (signature === null) throw new XmlFault('no signature')
  expectShape(signature, ['SignedInfo', 'SignatureValue'])
  const signedInfo = required(signature, 'SignedInfo')
  expectShape(signedInfo, ['CanonicalizationMethod', 'SignatureMethod', 'Reference'])
  expectSignature({ signature, signedInfo }, trust)
  expectDigest(element, { signature, signedInfo, trust })
}
