import type { SamlMetadata } from '@signet/contract/applications/saml-applications'
import { type SamlNameIdFormat, samlNameIdFormats } from '@signet/rules/applications'
import type { z } from 'zod'
import { ApiError } from '../../../kit/errors.ts'
import { namespaces } from '../../../platform/xml/build.ts'
import {
  attributeOf,
  childrenOf,
  isElement,
  readXml,
  textOf,
  type XmlElement,
} from '../../../platform/xml/tree.ts'
import { XmlFault } from '../../../platform/xml/xml-fault.ts'

type Metadata = z.input<typeof SamlMetadata>

const { md, ds } = namespaces
const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:'
const longest = 500_000

/** The entity that is a service provider; a document of several is the administrator's to cut. */
const serviceProviderIn = (root: XmlElement) => {
  const entities =
    root.local === 'EntitiesDescriptor' ? childrenOf(root, md, 'EntityDescriptor') : [root]
  const providers = entities.flatMap((entity) =>
    childrenOf(entity, md, 'SPSSODescriptor').map((role) => ({ entity, role })),
  )
  const [first, ...more] = providers
  if (first === undefined || root.namespace !== md) throw new XmlFault('no service provider')
  if (more.length > 0) throw new XmlFault('several service providers')
  return first
}

const isTrue = (text: string | null): boolean => text === 'true' || text === '1'

const consumersOf = (role: XmlElement): Metadata['assertionConsumers'] => {
  const found = childrenOf(role, md, 'AssertionConsumerService')
    .filter((each) => attributeOf(each, 'Binding') === `${binding}HTTP-POST`)
    .map((each, at) => ({
      index: Number(attributeOf(each, 'index') ?? at),
      url: attributeOf(each, 'Location') ?? '',
      isDefault: isTrue(attributeOf(each, 'isDefault')),
    }))
    .filter(({ index, url }) => Number.isInteger(index) && index >= 0 && url !== '')
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
  return found.slice(0, 20).map(({ index, url }) => ({ index, url }))
}

const logoutBindings = [
  ['REDIRECT', 'HTTP-Redirect'],
  ['POST', 'HTTP-POST'],
  ['SOAP', 'SOAP'],
] as const

const logoutOf = (role: XmlElement) => {
  const services = childrenOf(role, md, 'SingleLogoutService')
  for (const [logoutBinding, name] of logoutBindings) {
    const service = services.find((each) => attributeOf(each, 'Binding') === `${binding}${name}`)
    if (service === undefined) continue
    const logoutUrl = attributeOf(service, 'Location')
    const logoutResponseUrl = attributeOf(service, 'ResponseLocation')
    return { logoutUrl, logoutResponseUrl, logoutBinding }
  }
  return { logoutUrl: null, logoutResponseUrl: null, logoutBinding: 'REDIRECT' as const }
}

const descendants = (element: XmlElement, local: string): readonly XmlElement[] =>
  element.children
    .filter(isElement)
    .flatMap((child) => [
      ...(child.namespace === ds && child.local === local ? [child] : []),
      ...descendants(child, local),
    ])

/** A key without a use is for both (SAML 2.0 metadata, section 2.4.1.1). */
const certificatesOf = (role: XmlElement, use: 'signing' | 'encryption'): readonly string[] =>
  childrenOf(role, md, 'KeyDescriptor')
    .filter((key) => (attributeOf(key, 'use') ?? use) === use)
    .flatMap((key) => descendants(key, 'X509Certificate'))
    .map((certificate) => textOf(certificate).replace(/\s+/g, ''))
    .slice(0, 5)

const formats = new Map(
  Object.entries(samlNameIdFormats).map(([id, urn]): [string, string] => [urn, id]),
)
const isFormat = (id: string): id is SamlNameIdFormat => id in samlNameIdFormats

const formatOf = (role: XmlElement): SamlNameIdFormat | null => {
  const known = childrenOf(role, md, 'NameIDFormat').map((each) => formats.get(textOf(each)) ?? '')
  return known.find(isFormat) ?? null
}

const requestedOf = (role: XmlElement): Metadata['requestedAttributes'] =>
  childrenOf(role, md, 'AttributeConsumingService')
    .flatMap((service) => childrenOf(service, md, 'RequestedAttribute'))
    .slice(0, 100)
    .map((each) => ({
      name: attributeOf(each, 'Name') ?? '',
      required: isTrue(attributeOf(each, 'isRequired')),
    }))

const endOf = (entity: XmlElement): Date | null => {
  const at = new Date(attributeOf(entity, 'validUntil') ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}

const told = (text: string): Metadata => {
  const { entity, role } = serviceProviderIn(readXml(text, longest))
  const entityId = attributeOf(entity, 'entityID')
  if (entityId === null || entityId === '') throw new XmlFault('no entity id')
  return {
    entityId,
    assertionConsumers: consumersOf(role),
    ...logoutOf(role),
    nameIdFormat: formatOf(role),
    signAssertion: isTrue(attributeOf(role, 'WantAssertionsSigned')),
    requireSignedRequests: isTrue(attributeOf(role, 'AuthnRequestsSigned')),
    signingCertificates: [...certificatesOf(role, 'signing')],
    encryptionCertificate: certificatesOf(role, 'encryption')[0] ?? null,
    requestedAttributes: requestedOf(role),
    expiresAt: endOf(entity),
  }
}

/** What a service provider says of itself. @throws saml_metadata_invalid */
export const readMetadata = (text: string): Metadata => {
  try {
    return told(text)
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    throw new ApiError('saml_metadata_invalid', {
      parameters: { reason: error.message },
      cause: error,
    })
  }
}
