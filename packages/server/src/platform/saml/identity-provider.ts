import type { SamlIdentityProviderMetadata } from '@signet/contract/applications/saml-identity-providers'
import { samlNameIdFormats } from '@signet/rules/applications'
import { samlUpstreamFormats } from '@signet/rules/identity-providers'
import type { z } from 'zod'
import { namespaces } from '../xml/build.ts'
import { attributeOf, childrenOf, textOf, type XmlElement } from '../xml/tree.ts'
import { XmlFault } from '../xml/xml-fault.ts'
import { certificatesOf, endOf, onlyRole, servicesOf } from './metadata.ts'

export type IdentityProvider = z.input<typeof SamlIdentityProviderMetadata>

/** The best of those it knows; what it does not say is chosen by the administrator. */
const formatOf = (role: XmlElement): IdentityProvider['nameIdFormat'] => {
  const known = new Set(childrenOf(role, namespaces.md, 'NameIDFormat').map(textOf))
  return samlUpstreamFormats.find((id) => known.has(samlNameIdFormats[id])) ?? 'persistent'
}

/** What an identity provider says of itself in its metadata. @throws XmlFault */
export const readIdentityProvider = (text: string): IdentityProvider => {
  const provider = onlyRole(text, 'IDPSSODescriptor', 'identity provider')
  const { role, entityId } = provider
  const [signIn] = servicesOf(role, 'SingleSignOnService', 'HTTP-Redirect')
  const signInUrl = signIn === undefined ? null : attributeOf(signIn, 'Location')
  if (signInUrl === null) throw new XmlFault('no sign-in by redirect')
  const [logout] = servicesOf(role, 'SingleLogoutService', 'HTTP-Redirect')
  return {
    entityId,
    signInUrl,
    logoutUrl: logout === undefined ? null : attributeOf(logout, 'Location'),
    logoutResponseUrl: logout === undefined ? null : attributeOf(logout, 'ResponseLocation'),
    signingCertificates: [...certificatesOf(role, 'signing')],
    nameIdFormat: formatOf(role),
    expiresAt: endOf(provider),
  }
}
