import { samlNameIdFormats } from '@signet/rules/applications'
import type { Context } from '../../../kit/context.ts'
import { newId } from '../../../platform/saml/messages.ts'
import { element } from '../../../platform/xml/build.ts'
import { canonical } from '../../../platform/xml/canonical.ts'
import { signElement } from '../../../platform/xml/sign.ts'
import type { XmlElement } from '../../../platform/xml/tree.ts'
import { samlKeys } from '../saml-keys/index.ts'
import type { SamlProvider } from './definition.ts'
import { samlServiceOf } from './saml-addresses.ts'

const keyOf = (use: 'signing' | 'encryption', certificate: string): XmlElement =>
  element('md:KeyDescriptor', { use }, [
    element('ds:KeyInfo', {}, [
      element('ds:X509Data', {}, [element('ds:X509Certificate', {}, [certificate])]),
    ]),
  ])

const binding = (name: string): string => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`

/** The order is the schema's (SAML 2.0 metadata, sections 2.4.2 and 2.4.4). */
const descriptorOf = (
  ctx: Context,
  provider: SamlProvider,
  certificates: readonly string[],
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
  return element('md:EntityDescriptor', { ID: newId(ctx), entityID: ownEntityId }, [
    element('md:SPSSODescriptor', role, [
      ...certificates.map((certificate) => keyOf('signing', certificate)),
      ...certificates.slice(0, 1).map((certificate) => keyOf('encryption', certificate)),
      ...['HTTP-Redirect', 'HTTP-POST', 'SOAP'].map(logout),
      element('md:NameIDFormat', {}, [samlNameIdFormats[provider.nameIdFormat]]),
      element('md:AssertionConsumerService', { ...consumer, isDefault: 'true' }),
    ]),
  ])
}

/** What a provider reads of us: signed, with every certificate that is told. */
export const serviceMetadataText = async (ctx: Context, provider: SamlProvider) => {
  const { active, certificates } = await samlKeys(ctx)
  const signer = { ...active, signatureAlgorithm: 'RSA_SHA256', digestAlgorithm: 'SHA256' } as const
  const text = canonical(await signElement(descriptorOf(ctx, provider, certificates), signer, 0))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
}
