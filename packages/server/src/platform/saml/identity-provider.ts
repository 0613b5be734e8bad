import type { SamlIdentityProviderMetadata } from '@signet/contract/applications/saml-identity-providers'
import { samlNameIdFormatOf } from '@signet/rules/applications'
import { samlUpstreamFormats } from '@signet/rules/identity-providers'
import type { z } from 'zod'
import { namespaces } from '../xml/build.ts'
import { attributeOf, childrenOf, textOf, type XmlElement } from '../xml/tree.ts'
import { isSigned, verifySignature } from '../xml/verify-signature.ts'
import { XmlFault } from '../xml/xml-fault.ts'
import { keysOf } from './bindings.ts'
import { certificatesOf, endOf, onlyRole, type Role, servicesOf } from './metadata.ts'

export type IdentityProvider = z.input<typeof SamlIdentityProviderMetadata>

/** The best of those it knows; what it does not say is chosen by the administrator. */
const formatOf = (role: XmlElement): IdentityProvider['nameIdFormat'] => {
  const known = childrenOf(role, namespaces.md, 'NameIDFormat').map(textOf).map(samlNameIdFormatOf)
  return samlUpstreamFormats.find((id) => id !== 'any' && known.includes(id)) ?? 'persistent'
}

/** @throws XmlFault */
const identityProviderOf = (provider: Role): IdentityProvider => {
  const { role, entityId } = provider
  const [redirect] = servicesOf(role, 'SingleSignOnService', 'HTTP-Redirect')
  const [posted] = servicesOf(role, 'SingleSignOnService', 'HTTP-POST')
  const signIn = redirect ?? posted
  const signInUrl = signIn === undefined ? null : attributeOf(signIn, 'Location')
  if (signInUrl === null) throw new XmlFault('no SingleSignOnService by redirect or POST')
  const [logout] = servicesOf(role, 'SingleLogoutService', 'HTTP-Redirect')
  return {
    entityId,
    signInUrl,
    signInBinding: redirect === undefined ? 'POST' : 'REDIRECT',
    logoutUrl: logout === undefined ? null : attributeOf(logout, 'Location'),
    logoutResponseUrl: logout === undefined ? null : attributeOf(logout, 'ResponseLocation'),
    signingCertificates: [...certificatesOf(role, 'signing')],
    nameIdFormat: formatOf(role),
    expiresAt: endOf(provider),
  }
}

/** What an identity provider says of itself in its metadata. @throws XmlFault */
export const readIdentityProvider = (text: string): IdentityProvider =>
  identityProviderOf(onlyRole(text, 'IDPSSODescriptor', 'identity provider'))

const isSignedBy = ({ root, entity }: Role, certificates: readonly string[]): boolean => {
  const keys = keysOf(certificates)
  return [entity, root].some((element) => {
    if (!isSigned(element)) return false
    try {
      verifySignature(element, { keys })
      return true
    } catch (error) {
      if (error instanceof XmlFault) return false
      throw error
    }
  })
}

const duration = /^P(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/

/** Seconds of an xs:duration without years and months; null for any other. */
const secondsOf = (text: string | null): number | null => {
  const parts = duration.exec(text ?? '')
  if (parts === null) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}

export interface ProviderDocument {
  readonly metadata: IdentityProvider
  readonly isSignedByKnown: boolean
  readonly cacheSeconds: number | null
}

/**
 * What a document says, whether a key that is known signed it, and for how long it may be kept.
 * @throws XmlFault
 */
export const readProviderDocument = (text: string, known: readonly string[]): ProviderDocument => {
  const provider = onlyRole(text, 'IDPSSODescriptor', 'identity provider')
  return {
    metadata: identityProviderOf(provider),
    isSignedByKnown: isSignedBy(provider, known),
    cacheSeconds: secondsOf(attributeOf(provider.entity, 'cacheDuration')),
  }
}
