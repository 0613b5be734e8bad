import { samlNameIdFormats } from '@signet/rules/applications'
import type { Context } from '../../kit/context.ts'
import { type SamlKeys, samlKeys } from '../../modules/applications/saml-keys/index.ts'
import { newId } from '../../platform/saml/messages.ts'
import { keyDescriptors, lifeOf } from '../../platform/saml/own-metadata.ts'
import { element } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { signElement } from '../../platform/xml/sign.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { addressesOf } from './addresses.ts'

const bindingOf = (name: string): string => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`

const service = (
  name: 'md:SingleSignOnService' | 'md:SingleLogoutService',
  binding: string,
  location: string,
): XmlElement => element(name, { Binding: bindingOf(binding), Location: location })

/** The order is the schema's (SAML 2.0 metadata, sections 2.4.2 and 2.4.3). */
const descriptorOf = (ctx: Context, { active, certificates }: SamlKeys): XmlElement => {
  const { entityId, signIn, signOut, soap } = addressesOf(ctx)
  const formats = Object.values(samlNameIdFormats)
  const head = { ID: newId(ctx), entityID: entityId, ...lifeOf(active.notAfter) }
  return element('md:EntityDescriptor', head, [
    element(
      'md:IDPSSODescriptor',
      { protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:2.0:protocol' },
      [
        ...keyDescriptors(certificates),
        service('md:SingleLogoutService', 'HTTP-Redirect', signOut),
        service('md:SingleLogoutService', 'HTTP-POST', signOut),
        service('md:SingleLogoutService', 'SOAP', signOut),
        ...formats.map((format) => element('md:NameIDFormat', {}, [format])),
        service('md:SingleSignOnService', 'HTTP-Redirect', signIn),
        service('md:SingleSignOnService', 'HTTP-POST', signIn),
        service('md:SingleSignOnService', 'SOAP', soap),
      ],
    ),
  ])
}

/** What applications read of this identity provider: signed, with every certificate that is told. */
export const metadataText = async (ctx: Context): Promise<string> => {
  const keys = await samlKeys(ctx)
  const signer = {
    ...keys.active,
    signatureAlgorithm: 'RSA_SHA256',
    digestAlgorithm: 'SHA256',
  } as const
  const text = canonical(await signElement(descriptorOf(ctx, keys), signer, 0))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
}
