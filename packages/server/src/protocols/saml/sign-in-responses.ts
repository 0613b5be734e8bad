import { X509Certificate } from 'node:crypto'
import type { Context } from '../../kit/context.ts'
import type { SamlSettings } from '../../platform/db/schema/saml.ts'
import { instantOf, newId, statusElement } from '../../platform/saml/messages.ts'
import type { StatusName } from '../../platform/saml/statuses.ts'
import { element } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { encryptElement } from '../../platform/xml/encryption.ts'
import { type Signer, signElement } from '../../platform/xml/sign.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { type Asserted, assertionOf } from './assertion.ts'
import { issuerOf, signerFor } from './message-parts.ts'
import { formatFault, servedFormat } from './name-ids.ts'
import type { AskedSignIn, WantedSignIn } from './sign-in-requests.ts'

const responseOf = (
  ctx: Context,
  { consumerUrl, requestId }: WantedSignIn,
  content: {
    readonly status: StatusName
    readonly message?: string | undefined
    readonly assertion: readonly XmlElement[]
  },
): XmlElement =>
  element(
    'samlp:Response',
    {
      ID: newId(ctx),
      Version: '2.0',
      IssueInstant: instantOf(ctx.platform.clock.now()),
      Destination: consumerUrl,
      InResponseTo: requestId ?? undefined,
    },
    [issuerOf(ctx), statusElement(content.status, content.message), ...content.assertion],
  )

/** Signed before it is encrypted: who reads it sees whose it is (SAML 2.0 core, section 6.2). */
const encrypted = (assertion: XmlElement, settings: SamlSettings): XmlElement => {
  const { encryptAssertion, encryptionAlgorithm, encryptionCertificate } = settings
  if (!encryptAssertion) return assertion
  if (encryptionCertificate === null) throw new Error('nothing to encrypt an assertion for')
  const { publicKey } = new X509Certificate(Buffer.from(encryptionCertificate, 'base64'))
  const content = encryptElement(canonical(assertion), {
    recipient: publicKey,
    algorithm: encryptionAlgorithm,
  })
  return element('saml:EncryptedAssertion', {}, [content])
}

const signedIf = (
  wanted: boolean,
  target: XmlElement,
  signer: Signer,
): Promise<XmlElement> | XmlElement => (wanted ? signElement(target, signer, 1) : target)

/** The response that lets somebody in, signed and encrypted as its application has it. */
export const successResponse = async (ctx: Context, asserted: Asserted): Promise<XmlElement> => {
  const { application, wanted } = asserted.asked
  const { settings } = application
  const signer = await signerFor(ctx, settings)
  const assertion = await signedIf(settings.signAssertion, assertionOf(ctx, asserted), signer)
  const content = { status: 'success', assertion: [encrypted(assertion, settings)] } as const
  return await signedIf(settings.signResponse, responseOf(ctx, wanted, content), signer)
}

/** Why nobody is let in: details of the case, where the status alone does not say it. */
export interface Failure {
  readonly status: StatusName
  readonly message?: string | undefined
}

/** The response that says why nobody is let in; always signed. */
export const failureResponse = async (
  ctx: Context,
  { wanted, application }: AskedSignIn,
  failure: Failure,
): Promise<XmlElement> => {
  const response = responseOf(ctx, wanted, { ...failure, assertion: [] })
  return signElement(response, await signerFor(ctx, application.settings), 1)
}

/** A request for a name of a format that this application is not served; null for any other. */
export const formatFailure = ({ wanted, application }: AskedSignIn): Failure | null => {
  const { settings } = application
  const { nameIdFormat: asked } = wanted
  if (asked === null || servedFormat(settings, asked) !== null) return null
  return { status: 'nameIdPolicy', message: formatFault(settings, asked) }
}
