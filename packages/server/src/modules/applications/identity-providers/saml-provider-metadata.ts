import type { SamlIdentityProviderMetadata } from '@signet/contract/applications/saml-identity-providers'
import { samlNameIdFormatOf, samlNameIdFormats } from '@signet/rules/applications'
import { samlUpstreamFormats } from '@signet/rules/identity-providers'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { newId } from '../../../platform/saml/messages.ts'
import { certificatesOf, endOf, onlyRole, servicesOf } from '../../../platform/saml/metadata.ts'
import { keyDescriptors, lifeOf } from '../../../platform/saml/own-metadata.ts'
import { element, namespaces } from '../../../platform/xml/build.ts'
import { canonical } from '../../../platform/xml/canonical.ts'
import { signElement } from '../../../platform/xml/sign.ts'
import { attributeOf, childrenOf, textOf, type XmlElement } from '../../../platform/xml/tree.ts'
import { XmlFault } from '../../../platform/xml/xml-fault.ts'
import { type SamlKeys, samlKeys } from '../saml-keys/index.ts'
import type { SamlProvider } from './definition.ts'
import { samlServiceOf } from './saml-addresses.ts'

type Metadata = z.input<typeof SamlIdentityProviderMetadata>

/** The best of those it knows; what it does not say is chosen by the administrator. */
const formatOf = (role: XmlElement): Metadata['nameIdFormat'] => {
  const formats = childrenOf(role, namespaces.md, 'NameIDFormat').map(textOf)
  const known = formats.map(samlNameIdFormatOf)
  return samlUpstreamFormats.find((id) => id !== 'any' && known.includes(id)) ?? 'persistent'
}

const told = (text: string): Metadata => {
  const provider = onlyRole(text, 'IDPSSODescriptor', 'identity provider')
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

/** What an identity provider says of itself. @throws saml_metadata_invalid */
export const readProviderMetadata = (text: string): Metadata => {
  try {
    return told(text)
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    const parameters = { reason: error.message }
    throw new ApiError('saml_metadata_invalid', { parameters, cause: error })
  }
}

const binding = (name: string): string => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`

const formatsOf = ({ nameIdFormat }: SamlProvider): readonly string[] =>
  samlUpstreamFormats.flatMap((each) =>
    each !== 'any' && (nameIdFormat === 'any' || nameIdFormat === each)
      ? [samlNameIdFormats[each]]
      : [],
  )

/** The order is the schema's (SAML 2.0 metadata, sections 2.4.2 and 2.4.4). */
const descriptorOf = (
  ctx: Context,
  provider: SamlProvider,
  { active, certificates }: SamlKeys,
): XmlElement => {
  const { ownEntityId, consumerUrl, ownLogoutUrl } = samlServiceOf(ctx, provider.id)
  const logout = (name: string) =>
    element('md:SingleLogoutService', { Binding: binding(name), Location: ownLogoutUrl })
  const role = {
    protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:2.0:protocol',
    AuthnRequestsSigned: String(provider.signsRequests),
    WantAssertionsSigned: 'true',
  }
  const consumer = { Binding: binding('HTTP-POST'), Location: consumerUrl, index: '0' }
  const head = { ID: newId(ctx), entityID: ownEntityId, ...lifeOf(active.notAfter) }
  return element('md:EntityDescriptor', head, [
    element('md:SPSSODescriptor', role, [
      ...keyDescriptors(certificates),
      ...['HTTP-Redirect', 'HTTP-POST', 'SOAP'].map(logout),
      ...formatsOf(provider).map((format) => element('md:NameIDFormat', {}, [format])),
      element('md:AssertionConsumerService', { ...consumer, isDefault: 'true' }),
    ]),
  ])
}

/** What a provider reads of us: signed, with every certificate that is told. */
export const serviceMetadataText = async (ctx: Context, provider: SamlProvider) => {
  const keys = await samlKeys(ctx)
  const signer = {
    ...keys.active,
    signatureAlgorithm: 'RSA_SHA256',
    digestAlgorithm: 'SHA256',
  } as const
  const text = canonical(await signElement(descriptorOf(ctx, provider, keys), signer, 0))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
}
