import type { Context } from '../../kit/context.ts'
import { samlKeys } from '../../modules/applications/saml-keys/index.ts'
import type { SamlSettings } from '../../platform/db/schema/saml.ts'
import { element } from '../../platform/xml/build.ts'
import type { Signer } from '../../platform/xml/sign.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { addressesOf } from './addresses.ts'

export const issuerOf = (ctx: Context): XmlElement =>
  element('saml:Issuer', {}, [addressesOf(ctx).entityId])

/** The signer of what goes to an application, with the algorithms it takes. */
export const signerFor = async (
  ctx: Context,
  {
    signatureAlgorithm,
    digestAlgorithm,
  }: Pick<SamlSettings, 'signatureAlgorithm' | 'digestAlgorithm'>,
): Promise<Signer> => {
  const { active } = await samlKeys(ctx)
  return { ...active, signatureAlgorithm, digestAlgorithm }
}
