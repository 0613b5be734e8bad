import { samlNameIdFormats } from '@signet/rules/applications'
import { samlUpstreamFormats } from '@signet/rules/identity-providers'
import type { Context } from '../../../kit/context.ts'
import { newId } from '../../../platform/saml/messages.ts'
import { keyDescriptors, lifeOf } from '../../../platform/saml/own-metadata.ts'
import { element } from '../../../platform/xml/build.ts'
import { canonical } from '../../../platform/xml/canonical.ts'
import { signElement } from '../../../platform/xml/sign.ts'
import type { XmlElement } from '../../../platform/xml/tree.ts'
import { type SamlKeys, samlKeys } from '../saml-keys/index.ts'
import type { SamlProvider } from './definition.ts'
import { samlServiceOf } from './saml-addresses.ts'

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
