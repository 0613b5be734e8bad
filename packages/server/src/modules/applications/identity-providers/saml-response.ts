import type { KeyObject } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysOf, readPosted } from '../../../platform/saml/bindings.ts'
import {
  expectDestination,
  headingOf,
  isSuccess,
  withoutXmlFaults,
} from '../../../platform/saml/messages.ts'
import { SamlFault } from '../../../platform/saml/saml-fault.ts'
import { namespaces } from '../../../platform/xml/build.ts'
import { decryptElement, isAuthenticated } from '../../../platform/xml/encryption.ts'
import { attributeOf, childrenOf, readXml, type XmlElement } from '../../../platform/xml/tree.ts'
import { isSigned, type Trust, verifySignature } from '../../../platform/xml/verify-signature.ts'
import { XmlFault } from '../../../platform/xml/xml-fault.ts'
import { samlKeys } from '../saml-keys/index.ts'
import type { SamlProvider } from './definition.ts'
import { samlServiceOf } from './saml-addresses.ts'
import { type Asserted, readAssertion } from './saml-assertion.ts'
import { samlRequestId } from './saml-departure.ts'

const { saml } = namespaces

/** With the key that signs now, or one that was told before it. */
const decryptedBy = (holder: XmlElement, keys: readonly KeyObject[]): XmlElement => {
  for (const key of keys) {
    try {
      return readXml(decryptElement(holder, key))
    } catch (error) {
      if (!(error instanceof XmlFault)) throw error
    }
  }
  throw new SamlFault('an assertion that cannot be decrypted')
}

interface Opening {
  readonly provider: SamlProvider
  /** The response around it is signed, and the signature was right. */
  readonly isSealed: boolean
  readonly keys: readonly KeyObject[]
}

/**
 * The one assertion of a response. What is encrypted without a signature around it has to show by
 * itself that nobody changed it: else whoever sends changed texts learns what stands in them.
 */
const assertionIn = (response: XmlElement, { provider, isSealed, keys }: Opening): XmlElement => {
  const plain = childrenOf(response, saml, 'Assertion')
  const encrypted = childrenOf(response, saml, 'EncryptedAssertion')
  const [only, ...more] = [...plain, ...encrypted]
  if (only === undefined || more.length > 0) throw new SamlFault('not one assertion')
  if (plain.length > 0) {
    if (provider.requiresEncryption) throw new SamlFault('an assertion in clear')
    return only
  }
  if (!isSealed && !isAuthenticated(only)) throw new SamlFault('an encryption without proof')
  return decryptedBy(only, keys)
}

/** What is signed has to be signed rightly; true where it is. @throws XmlFault */
const isSignedRightly = (element: XmlElement, trust: Trust): boolean => {
  if (!isSigned(element)) return false
  verifySignature(element, trust)
  return true
}

interface Answer {
  readonly provider: SamlProvider
  readonly requestId: string
  readonly response: XmlElement
  readonly keys: readonly KeyObject[]
}

const read = (ctx: Context, { provider, requestId, response, keys }: Answer): Asserted => {
  const heading = headingOf(ctx, response, 'Response')
  if (heading.issuer !== provider.issuer) throw new SamlFault('another issuer')
  if (attributeOf(response, 'InResponseTo') !== requestId) {
    throw new SamlFault('an answer to something else')
  }
  expectDestination(heading, samlServiceOf(ctx, provider.id).consumerUrl, { signed: true })
  const trust = { keys: keysOf(provider.signingCertificates) }
  const isSealed = isSignedRightly(response, trust)
  if (!isSuccess(response)) throw new ApiError('identity_provider_refused')
  const assertion = assertionIn(response, { provider, isSealed, keys })
  // One of them at least; a signature on the other has to be right as well.
  if (!isSignedRightly(assertion, trust) && !isSealed) throw new SamlFault('no signature')
  return readAssertion(ctx, assertion, { provider, requestId })
}

/**
 * What a SAML provider has posted proves, in answer to this request of ours and to nothing else
 * (SAML 2.0 profiles, sections 4.1.4.3 and 4.1.4.5). Read on from is only what a signature was
 * checked on. @throws identity_provider_failed, identity_provider_refused
 */
export const readSamlResponse = async (
  ctx: Context,
  provider: SamlProvider,
  given: { readonly requestId: string; readonly samlResponse: string },
): Promise<Asserted> => {
  const { privateKeys: keys } = await samlKeys(ctx)
  const requestId = samlRequestId(given.requestId)
  try {
    const response = readPosted(given.samlResponse)
    return withoutXmlFaults(() => read(ctx, { provider, requestId, response, keys }))
  } catch (error) {
    if (!(error instanceof SamlFault)) throw error
    const reason = error.message
    ctx.log.warn({ reason, provider: provider.id }, 'an identity provider proved nothing')
    throw new ApiError('identity_provider_failed', { cause: error })
  }
}
