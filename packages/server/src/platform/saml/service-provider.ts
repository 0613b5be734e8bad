import type { SamlMetadata } from '@signet/contract/applications/saml-applications'
import { type SamlNameIdFormat, samlNameIdFormats } from '@signet/rules/applications'
import type { z } from 'zod'
import { namespaces } from '../xml/build.ts'
import { attributeOf, childrenOf, textOf, type XmlElement } from '../xml/tree.ts'
import { certificatesOf, endOf, isTrue, onlyRole, servicesOf } from './metadata.ts'

export type ServiceProvider = z.input<typeof SamlMetadata>

const { md } = namespaces

const consumersOf = (role: XmlElement): ServiceProvider['assertionConsumers'] => {
  const found = servicesOf(role, 'AssertionConsumerService', 'HTTP-POST')
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
  for (const [logoutBinding, name] of logoutBindings) {
    const [service] = servicesOf(role, 'SingleLogoutService', name)
    if (service === undefined) continue
    const logoutUrl = attributeOf(service, 'Location')
    const logoutResponseUrl = attributeOf(service, 'ResponseLocation')
    return { logoutUrl, logoutResponseUrl, logoutBinding }
  }
  return { logoutUrl: null, logoutResponseUrl: null, logoutBinding: 'REDIRECT' as const }
}

const formats = new Map(
  Object.entries(samlNameIdFormats).map(([id, urn]): [string, string] => [urn, id]),
)
const isFormat = (id: string): id is SamlNameIdFormat => id in samlNameIdFormats

const formatOf = (role: XmlElement): SamlNameIdFormat | null => {
  const known = childrenOf(role, md, 'NameIDFormat').map((each) => formats.get(textOf(each)) ?? '')
  return known.find(isFormat) ?? null
}

const requestedOf = (role: XmlElement): ServiceProvider['requestedAttributes'] =>
  childrenOf(role, md, 'AttributeConsumingService')
    .flatMap((service) => childrenOf(service, md, 'RequestedAttribute'))
    .slice(0, 100)
    .map((each) => ({
      name: attributeOf(each, 'Name') ?? '',
      required: isTrue(attributeOf(each, 'isRequired')),
    }))

/** What a service provider says of itself in its metadata. @throws XmlFault */
export const readServiceProvider = (text: string): ServiceProvider => {
  const provider = onlyRole(text, 'SPSSODescriptor', 'service provider')
  const { role, entityId } = provider
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
    expiresAt: endOf(provider),
  }
}
