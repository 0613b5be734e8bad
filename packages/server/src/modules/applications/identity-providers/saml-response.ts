import type { KeyObject } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { logByStranger } from '../../../platform/log/by-strangers.ts'
import { keysOf, readPosted } from '../../../platform/saml/bindings.ts'
import { type Opening, openedBy } from '../../../platform/saml/encrypted.ts'
import {
  expectDestination,
  headingOf,
  isSuccess,
  statusOf,
  withoutXmlFaults,
} from '../../../platform/saml/messages.ts'
import { isClockFault, SamlFault } from '../../../platform/saml/saml-fault.ts'
import { namespaces } from '../../../platform/xml/build.ts'
import { attributeOf, childrenOf, type XmlElement } from '../../../platform/xml/tree.ts'
import { isSigned, type Trust, verifySignature } from '../../../platform/xml/verify-signature.ts'
import { XmlFault } from '../../../platform/xml/xml-fault.ts'
import { recordRejection } from '../../tenancy/rejections/index.ts'
import { samlKeys } from '../saml-keys/index.ts'
import type { SamlProvider } from './definition.ts'
import { samlServiceOf } from './saml-addresses.ts'
import { type Asserted, readAssertion } from './saml-assertion.ts'
import { samlRequestId } from './saml-departure.ts'

const { saml } = namespaces

/** The one assertion of a response. */
const assertionIn = (
  response: XmlElement,
  provider: SamlProvider,
  opening: Opening,
): XmlElement => {
  const plain = childrenOf(response, saml, 'Assertion')
  const encrypted = childrenOf(response, saml, 'EncryptedAssertion')
  const [only, ...more] = [...plain, ...encrypted]
  if (only === undefined || more.length > 0) throw new SamlFault('not one assertion')
  if (plain.length === 0) return openedBy(only, 'Assertion', opening)
  if (provider.requiresEncryption) {
    throw new SamlFault('an assertion in clear', { code: 'ENCRYPTION_MISSING' })
  }
  return only
}

/** What is signed has to be signed rightly; true where it is. @throws SamlFault */
const isSignedRightly = (element: XmlElement, trust: Trust): boolean => {
  if (!isSigned(element)) return false
  try {
    verifySignature(element, trust)
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    throw new SamlFault(error.message, { code: 'SIGNATURE_INVALID', cause: error })
  }
  return true
}

interface Answer {
  readonly provider: SamlProvider
  /** Null for a response that nobody has asked for. */
  readonly requestId: string | null
  readonly response: XmlElement
  readonly keys: readonly KeyObject[]
}

const expectForUs = (ctx: Context, { provider, requestId, response }: Answer): void => {
  const heading = headingOf(ctx, response, 'Response')
  if (heading.issuer !== provider.issuer) {
    throw new SamlFault('another issuer', { code: 'UNKNOWN_ENTITY' })
  }
  if (attributeOf(response, 'InResponseTo') !== requestId) {
    throw new SamlFault('an answer to something else', { code: 'RESPONSE_UNSOLICITED' })
  }
  expectDestination(heading, samlServiceOf(ctx, provider.id).consumerUrl, { signed: true })
}

/** What providers say of a person who gave up or may not sign in. */
const denials: readonly string[] = ['AuthnFailed', 'RequestDenied']

/** Codes and message as the provider says them; it is not known whether it is the provider. */
const refusalIn = (response: XmlElement): SamlFault => {
  const { codes, message } = statusOf(response)
  const names = codes.map((code) => code.replace(/^urn:oasis:names:tc:SAML:2\.0:status:/, ''))
  const code = denials.includes(names[1] ?? '') ? 'PROVIDER_DENIED' : 'PROVIDER_ERROR'
  return new SamlFault([names.join('/') || 'no status', message].filter(Boolean).join(': '), {
    code,
  })
}

const read = (ctx: Context, answer: Answer): Asserted => {
  const { provider, requestId, response, keys } = answer
  expectForUs(ctx, answer)
  const trust = { keys: keysOf(provider.signingCertificates) }
  const isResponseSigned = isSignedRightly(response, trust)
  if (!isSuccess(response)) throw refusalIn(response)
  const assertion = assertionIn(response, provider, { keys, isSealed: isResponseSigned })
  // One of them at least; a signature on the other has to be right as well.
  if (!isSignedRightly(assertion, trust) && !isResponseSigned) {
    throw new SamlFault('no signature', { code: 'SIGNATURE_MISSING' })
  }
  return readAssertion(ctx, assertion, { provider, requestId, opening: { keys, isSealed: true } })
}

/** What the person and the log are told of a response that proves nothing. */
const failureOf = async (
  ctx: Context,
  { id, name, issuer }: SamlProvider,
  fault: SamlFault,
): Promise<ApiError> => {
  const { message: detail, code } = fault
  logByStranger(ctx.log, {
    tenantId: ctx.tenant.id,
    level: 'warn',
    message: 'an identity provider proved nothing',
    fields: { reason: detail, code, provider: id },
  })
  await recordRejection(ctx, {
    door: 'SAML_RESPONSE',
    reason: code,
    asked: { entity_id: issuer, identity_provider: name, identity_provider_id: id, detail },
  })
  const cause = { cause: fault }
  if (code === 'PROVIDER_DENIED' || code === 'PROVIDER_ERROR') {
    return new ApiError('identity_provider_refused', cause)
  }
  return isClockFault(code)
    ? new ApiError('identity_provider_clock', cause)
    : new ApiError('identity_provider_failed', cause)
}

interface Posted {
  /** Null for a response that nobody has asked for. */
  readonly requestId: string | null
  readonly samlResponse: string
}

/**
 * What a SAML provider has posted proves, in answer to this request of ours and to nothing else
 * (SAML 2.0 profiles, sections 4.1.4.3 and 4.1.4.5); without a request what it says by itself
 * (section 4.1.5). Read on from is only what a signature was checked on.
 * @throws identity_provider_failed, identity_provider_clock, identity_provider_refused
 */
export const readSamlResponse = async (
  ctx: Context,
  provider: SamlProvider,
  posted: Posted,
): Promise<Asserted> => {
  const { privateKeys: keys } = await samlKeys(ctx)
  const requestId = posted.requestId === null ? null : samlRequestId(posted.requestId)
  try {
    const response = readPosted(posted.samlResponse)
    return withoutXmlFaults(() => read(ctx, { provider, requestId, response, keys }))
  } catch (error) {
    if (!(error instanceof SamlFault)) throw error
    throw await failureOf(ctx, provider, error)
  }
}
