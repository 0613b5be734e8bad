import { namespaces } from '../xml/build.ts'
import {
  attributeOf,
  childrenOf,
  isElement,
  readXml,
  textOf,
  type XmlElement,
} from '../xml/tree.ts'
import { XmlFault } from '../xml/xml-fault.ts'

const { md, ds } = namespaces
const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:'
const longest = 500_000

export const isTrue = (text: string | null): boolean => text === 'true' || text === '1'

/** An entity of a metadata document, in one of its parts. */
export interface Role {
  readonly root: XmlElement
  readonly entity: XmlElement
  readonly role: XmlElement
  readonly entityId: string
}

/**
 * The one entity of a document that has this part; a document of several is the administrator's to
 * cut. @throws XmlFault
 */
export const onlyRole = (
  text: string,
  local: 'SPSSODescriptor' | 'IDPSSODescriptor',
  named: string,
): Role => {
  const root = readXml(text, { longest, hasInstructions: true })
  const entities =
    root.local === 'EntitiesDescriptor' ? childrenOf(root, md, 'EntityDescriptor') : [root]
  const found = entities.flatMap((entity) =>
    childrenOf(entity, md, local).map((role) => ({ entity, role })),
  )
  const [first, ...more] = found
  if (first === undefined || root.namespace !== md) throw new XmlFault(`no ${named}`)
  if (more.length > 0) throw new XmlFault(`several ${named}s`)
  const entityId = attributeOf(first.entity, 'entityID')
  if (entityId === null || entityId === '') throw new XmlFault('no entity id')
  return { root, ...first, entityId }
}

/** The services of this name that listen by a binding, as it is called in its address. */
export const servicesOf = (
  role: XmlElement,
  local: string,
  bindingName: 'HTTP-POST' | 'HTTP-Redirect' | 'SOAP',
): readonly XmlElement[] =>
  childrenOf(role, md, local).filter(
    (each) => attributeOf(each, 'Binding') === `${binding}${bindingName}`,
  )

const descendants = (element: XmlElement, local: string): readonly XmlElement[] =>
  element.children
    .filter(isElement)
    .flatMap((child) => [
      ...(child.namespace === ds && child.local === local ? [child] : []),
      ...descendants(child, local),
    ])

type KeyUse = 'signing' | 'encryption'

/** A key without a use is for both (SAML 2.0 metadata, section 2.4.1.1). */
const keysFor = (role: XmlElement, use: KeyUse): readonly XmlElement[] =>
  childrenOf(role, md, 'KeyDescriptor').filter((key) => (attributeOf(key, 'use') ?? use) === use)

export const certificatesOf = (role: XmlElement, use: KeyUse): readonly string[] =>
  keysFor(role, use)
    .flatMap((key) => descendants(key, 'X509Certificate'))
    .map((certificate) => textOf(certificate).replace(/\s+/g, ''))
    .slice(0, 5)

/** URIs of the algorithms that its keys for encryption are said to be for (section 2.4.1.1). */
export const encryptionMethodsOf = (role: XmlElement): readonly string[] =>
  keysFor(role, 'encryption')
    .flatMap((key) => childrenOf(key, md, 'EncryptionMethod'))
    .flatMap((method) => attributeOf(method, 'Algorithm') ?? [])

/** Until when it may be used: the first end of its document, its entity and its role (SAML 2.0 metadata, section 2.3). */
export const endOf = ({ root, entity, role }: Role): Date | null => {
  const ends = [root, entity, role]
    .map((each) => Date.parse(attributeOf(each, 'validUntil') ?? ''))
    .filter((end) => !Number.isNaN(end))
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}
