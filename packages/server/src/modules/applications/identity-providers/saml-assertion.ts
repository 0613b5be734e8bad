import { samlNameIdFormatOf, samlNameIdFormats } from '@signet/rules/applications'
import type { Context } from '../../../kit/context.ts'
import { nameIdIn, type Opening, openedBy } from '../../../platform/saml/encrypted.ts'
import { issuerIn, timeOf } from '../../../platform/saml/messages.ts'
import { SamlFault } from '../../../platform/saml/saml-fault.ts'
import { isSameUrl } from '../../../platform/saml/urls.ts'
import { namespaces } from '../../../platform/xml/build.ts'
import {
  attributeOf,
  childrenOf,
  isElement,
  onlyChild,
  textOf,
  type XmlElement,
} from '../../../platform/xml/tree.ts'
import type { SamlProvider } from './definition.ts'
import { samlServiceOf } from './saml-addresses.ts'

const { saml } = namespaces

/** Whom an assertion is about, and what it says of them. */
export interface Asserted {
  readonly nameId: string
  readonly nameIdFormat: string
  readonly sessionIndex: string | null
  /** Of how they proved themselves; null where it does not say. */
  readonly contextClass: string | null
  readonly claims: Readonly<Record<string, unknown>>
  /** Of the assertion, and when nobody takes it any longer: it counts once until then. */
  readonly id: string
  readonly endsAt: Date
}

interface Expected {
  readonly provider: SamlProvider
  /** Of our request; null for a response that nobody has asked for. */
  readonly requestId: string | null
  /** How names and attributes that were encrypted for us are read. */
  readonly opening: Opening
}

/** Milliseconds that the provider's clock may differ. */
const skewOf = ({ provider }: Expected): number => provider.clockSkewSeconds * 1000

const one = (parent: XmlElement, local: string): XmlElement => {
  const child = onlyChild(parent, saml, local)
  if (child === null) throw new SamlFault(`no ${local}`)
  return child
}

const readTime = (text: string): number => {
  const time = timeOf(text)
  if (time === null || Number.isNaN(time)) throw new SamlFault('a time that cannot be read')
  return time
}

/** `NotBefore` and `NotOnOrAfter`; a time that is no time is a fault. @throws SamlFault */
const expectInTime = (ctx: Context, element: XmlElement, expected: Expected): void => {
  const now = ctx.platform.clock.now().getTime()
  const skewMillis = skewOf(expected)
  const [start, end] = [attributeOf(element, 'NotBefore'), attributeOf(element, 'NotOnOrAfter')]
  if (start !== null && readTime(start) > now + skewMillis) {
    throw new SamlFault('an assertion that does not hold yet', { code: 'MESSAGE_FROM_FUTURE' })
  }
  if (end !== null && readTime(end) <= now - skewMillis) {
    throw new SamlFault('an assertion past its time', { code: 'MESSAGE_EXPIRED' })
  }
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** For our consumer, our request and a short time (SAML 2.0 profiles, section 4.1.4.2). */
const isConfirmed = (ctx: Context, confirmation: XmlElement, expected: Expected): boolean => {
  if (attributeOf(confirmation, 'Method') !== bearer) return false
  const data = onlyChild(confirmation, saml, 'SubjectConfirmationData')
  if (data === null || attributeOf(data, 'NotOnOrAfter') === null) return false
  const { consumerUrl } = samlServiceOf(ctx, expected.provider.id)
  if (!isSameUrl(attributeOf(data, 'Recipient') ?? '', consumerUrl)) return false
  if (attributeOf(data, 'InResponseTo') !== expected.requestId) return false
  expectInTime(ctx, data, expected)
  return true
}

const knownConditions: ReadonlySet<string> = new Set([
  'AudienceRestriction',
  'OneTimeUse',
  'ProxyRestriction',
])

/** Whoever does not know a condition does not know that it is met (SAML 2.0 core, section 2.5.1). */
const expectConditions = (ctx: Context, assertion: XmlElement, expected: Expected): void => {
  const conditions = one(assertion, 'Conditions')
  expectInTime(ctx, conditions, expected)
  const unknown = conditions.children
    .filter(isElement)
    .some(({ namespace, local }) => namespace !== saml || !knownConditions.has(local))
  if (unknown) throw new SamlFault('a condition that is not known')
  const { ownEntityId } = samlServiceOf(ctx, expected.provider.id)
  const audiences = childrenOf(conditions, saml, 'AudienceRestriction')
  const isForUs = (restriction: XmlElement): boolean =>
    childrenOf(restriction, saml, 'Audience').map(textOf).includes(ownEntityId)
  if (audiences.length === 0 || !audiences.every(isForUs)) {
    throw new SamlFault('an assertion for another audience', { code: 'AUDIENCE_MISMATCH' })
  }
}

/** Whether accounts are kept under names of this format: never under one that changes each time. */
const isGoodFormat = ({ nameIdFormat }: SamlProvider, format: string): boolean => {
  const named = samlNameIdFormatOf(format)
  if (nameIdFormat !== 'any') return named === nameIdFormat
  return named !== 'transient' && /^\S{1,200}$/.test(format)
}

/** Under what an account is kept: where formats differ, a name of one is no other's. */
export const samlSubjectOf = (
  { nameIdFormat }: Pick<SamlProvider, 'nameIdFormat'>,
  { nameId, format }: { readonly nameId: string; readonly format: string | null },
): string =>
  nameIdFormat === 'any' ? `${format ?? samlNameIdFormats.unspecified} ${nameId}` : nameId

/** A name of the format that was agreed, between the provider and us and nobody else. */
const nameIn = (ctx: Context, subject: XmlElement, { provider, opening }: Expected) => {
  const nameId = nameIdIn(subject, opening)
  if (nameId === null) throw new SamlFault('no NameID')
  const format = attributeOf(nameId, 'Format') ?? samlNameIdFormats.unspecified
  if (!isGoodFormat(provider, format)) {
    throw new SamlFault(`a name of the format ${format.slice(0, 200)}`, {
      code: 'NAME_ID_FORMAT_MISMATCH',
    })
  }
  const { ownEntityId } = samlServiceOf(ctx, provider.id)
  const by = attributeOf(nameId, 'NameQualifier') ?? provider.issuer
  const to = attributeOf(nameId, 'SPNameQualifier') ?? ownEntityId
  if (by !== provider.issuer || to !== ownEntityId) throw new SamlFault('a name between others')
  const value = textOf(nameId)
  if (value === '' || value.length > 1024) throw new SamlFault('no usable name')
  return { nameId: value, nameIdFormat: format }
}

const subjectOf = (ctx: Context, assertion: XmlElement, expected: Expected) => {
  const subject = one(assertion, 'Subject')
  const confirmations = childrenOf(subject, saml, 'SubjectConfirmation')
  if (!confirmations.some((each) => isConfirmed(ctx, each, expected))) {
    throw new SamlFault('an assertion that is not confirmed for us', {
      code: 'RESPONSE_UNSOLICITED',
    })
  }
  return nameIn(ctx, subject, expected)
}

/** The last moment at which any confirmation of it would be taken. */
const endOf = (assertion: XmlElement, expected: Expected): Date => {
  const ends = childrenOf(one(assertion, 'Subject'), saml, 'SubjectConfirmation')
    .map((each) => onlyChild(each, saml, 'SubjectConfirmationData'))
    .map((data) => timeOf(data === null ? null : attributeOf(data, 'NotOnOrAfter')) ?? 0)
  return new Date(Math.max(...ends) + skewOf(expected))
}

/** How they proved themselves, and in which session there. */
const statementOf = (ctx: Context, assertion: XmlElement, expected: Expected) => {
  const statement = one(assertion, 'AuthnStatement')
  const end = attributeOf(statement, 'SessionNotOnOrAfter')
  const now = ctx.platform.clock.now().getTime()
  if (end !== null && readTime(end) <= now - skewOf(expected)) {
    throw new SamlFault('a session past its time', { code: 'MESSAGE_EXPIRED' })
  }
  const context = one(statement, 'AuthnContext')
  const reference = onlyChild(context, saml, 'AuthnContextClassRef')
  const contextClass = reference === null ? null : textOf(reference)
  const { requestedContexts } = expected.provider
  const isAsked = contextClass !== null && requestedContexts.includes(contextClass)
  if (requestedContexts.length > 0 && !isAsked) {
    throw new SamlFault('another class than was asked for', { code: 'NOT_SUPPORTED' })
  }
  return { contextClass, sessionIndex: attributeOf(statement, 'SessionIndex') }
}

const mostAttributes = 200
/** Each takes a private key. */
const mostEncrypted = 20

/** By name; several values are a list. An attribute that comes twice has all of its values. */
const attributesOf = (
  assertion: XmlElement,
  { opening }: Expected,
): Readonly<Record<string, unknown>> => {
  const found = new Map<string, string[]>()
  const statements = childrenOf(assertion, saml, 'AttributeStatement')
  const attributes = [
    ...statements.flatMap((each) => childrenOf(each, saml, 'Attribute')),
    ...statements
      .flatMap((each) => childrenOf(each, saml, 'EncryptedAttribute'))
      .slice(0, mostEncrypted)
      .map((each) => openedBy(each, 'Attribute', opening)),
  ]
  for (const attribute of attributes.slice(0, mostAttributes)) {
    const name = attributeOf(attribute, 'Name') ?? ''
    const values = childrenOf(attribute, saml, 'AttributeValue')
      .filter(({ children }) => !children.some(isElement))
      .map(textOf)
    found.set(name, [...(found.get(name) ?? []), ...values])
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

/**
 * What an assertion of the provider, whose signature has been checked, says to us and for our request
 * (SAML 2.0 core, section 2.3; profiles, section 4.1.4.3). @throws SamlFault, XmlFault
 */
export const readAssertion = (
  ctx: Context,
  assertion: XmlElement,
  expected: Expected,
): Asserted => {
  if (assertion.namespace !== saml || assertion.local !== 'Assertion') {
    throw new SamlFault('no assertion')
  }
  if (attributeOf(assertion, 'Version') !== '2.0') throw new SamlFault('another version')
  if (issuerIn(assertion) !== expected.provider.issuer) {
    throw new SamlFault('another issuer', { code: 'UNKNOWN_ENTITY' })
  }
  expectConditions(ctx, assertion, expected)
  return {
    ...subjectOf(ctx, assertion, expected),
    ...statementOf(ctx, assertion, expected),
    claims: attributesOf(assertion, expected),
    id: attributeOf(assertion, 'ID') ?? '',
    endsAt: endOf(assertion, expected),
  }
}
