import { X509Certificate } from 'node:crypto'
import type { SamlMetadata } from '@signet/contract/applications/saml-applications'
import { type SamlNameIdFormat, samlNameIdFormatOf } from '@signet/rules/applications'
import { suggestedSource, usualSamlAttributes } from '@signet/rules/saml-attributes'
import type { z } from 'zod'
import { namespaces } from '../xml/build.ts'
import { strongestOf } from '../xml/encryption.ts'
import { attributeOf, childrenOf, textOf, type XmlElement } from '../xml/tree.ts'
import {
  certificatesOf,
  encryptionMethodsOf,
  endOf,
  isTrue,
  onlyRole,
  servicesOf,
} from './metadata.ts'

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

const formatOf = (role: XmlElement): SamlNameIdFormat | null => {
  const known = childrenOf(role, md, 'NameIDFormat').map((each) => samlNameIdFormatOf(textOf(each)))
  return known.find((format) => format !== null) ?? null
}

type Requested = ServiceProvider['requestedAttributes'][number]

const nameFormatOf = (uri: string | null): Requested['nameFormat'] => {
  const [, name] = /:attrname-format:(basic|uri)$/.exec(uri ?? '') ?? []
  return name === 'basic' || name === 'uri' ? name : 'unspecified'
}

const longestName = 500
const longestFriendlyName = 200

const requestedOf = (role: XmlElement): readonly Requested[] =>
  childrenOf(role, md, 'AttributeConsumingService')
    .flatMap((service) => childrenOf(service, md, 'RequestedAttribute'))
    .slice(0, 100)
    .map((each) => ({
      name: attributeOf(each, 'Name') ?? '',
      friendlyName: (attributeOf(each, 'FriendlyName') ?? '').slice(0, longestFriendlyName),
      nameFormat: nameFormatOf(attributeOf(each, 'NameFormat')),
      required: isTrue(attributeOf(each, 'isRequired')),
    }))

/** The requested attributes that can be filled, each once; the usual ones where none is requested. */
const attributesOf = (requested: readonly Requested[]): ServiceProvider['attributes'] => {
  const usual = usualSamlAttributes.map((name) => ({
    name,
    friendlyName: '',
    nameFormat: 'basic' as const,
  }))
  const wanted = requested.length === 0 ? usual : requested
  const byName = new Map(wanted.map((each) => [each.name, each]))
  return [...byName.values()].flatMap(({ name, friendlyName, nameFormat }) => {
    const found = suggestedSource(name, friendlyName)
    const isFilled = found !== null && name.length <= longestName
    return isFilled ? [{ name, friendlyName, nameFormat, ...found, filter: null }] : []
  })
}

const leastRsaBits = 2048

const isRsa = (certificate: string): boolean => {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
    const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = publicKey
    return kind === 'rsa' && (details?.modulusLength ?? 0) >= leastRsaBits
  } catch {
    return false
  }
}

/** Assertions are encrypted for RSA keys alone. */
const encryptionOf = (role: XmlElement): string | null =>
  certificatesOf(role, 'encryption').find(isRsa) ?? null

/** What a service provider says of itself in its metadata. @throws XmlFault */
export const readServiceProvider = (text: string): ServiceProvider => {
  const provider = onlyRole(text, 'SPSSODescriptor', 'service provider')
  const { role, entityId } = provider
  const requested = requestedOf(role)
  const encryptionCertificate = encryptionOf(role)
  return {
    entityId,
    assertionConsumers: consumersOf(role),
    ...logoutOf(role),
    nameIdFormat: formatOf(role),
    signAssertion: isTrue(attributeOf(role, 'WantAssertionsSigned')),
    requireSignedRequests: isTrue(attributeOf(role, 'AuthnRequestsSigned')),
    signingCertificates: [...certificatesOf(role, 'signing')],
    encryptionCertificate,
    encryptAssertion: encryptionCertificate !== null,
    encryptionAlgorithm: strongestOf(encryptionMethodsOf(role)),
    requestedAttributes: [...requested],
    attributes: attributesOf(requested),
    expiresAt: endOf(provider),
  }
}
