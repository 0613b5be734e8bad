import { samlNameIdFormats } from '@signet/rules/applications'
import type { Context } from '../../../kit/context.ts'
import { issuerIn, timeOf } from '../../../platform/saml/messages.ts'
import { SamlFault } from '../../../platform/saml/saml-fault.ts'
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
}

interface Expected {
  readonly provider: SamlProvider
  /** Of our request. */
  readonly requestId: string
}

/** Milliseconds that the provider's clock may differ. */
const skewMillis = 60_000

const one = (parent: XmlElement, local: string): XmlElement => {
  const child = onlyChild(parent, saml, local)
  if (child === null) throw new SamlFault(`no ${local}`)
  return child
}

/** `NotBefore` and `NotOnOrAfter`; a time that is no time is a fault. @throws SamlFault */
const expectInTime = (ctx: Context, element: XmlElement): void => {
  const now = ctx.platform.clock.now().getTime()
  const [start, end] = [attributeOf(element, 'NotBefore'), attributeOf(element, 'NotOnOrAfter')]
  if (start !== null && !((timeOf(start) ?? Number.NaN) <= now + skewMillis)) {
    throw new SamlFault('an assertion that does not hold yet')
  }
  if (end !== null && !((timeOf(end) ?? Number.NaN) > now - skewMillis)) {
    throw new SamlFault('an assertion past its time')
  }
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** For our consumer, our request and a short time (SAML 2.0 profiles, section 4.1.4.2). */
const isConfirmed = (ctx: Context, confirmation: XmlElement, expected: Expected): boolean => {
  if (attributeOf(confirmation, 'Method') !== bearer) return false
  const data = onlyChild(confirmation, saml, 'SubjectConfirmationData')
  if (data === null || attributeOf(data, 'NotOnOrAfter') === null) return false
  const { consumerUrl } = samlServiceOf(ctx, expected.provider.id)
  if (attributeOf(data, 'Recipient') !== consumerUrl) return false
  if (attributeOf(data, 'InResponseTo') !== expected.requestId) return false
  expectInTime(ctx, data)
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
  expectInTime(ctx, conditions)
  const unknown = conditions.children
    .filter(isElement)
    .some(({ namespace, local }) => namespace !== saml || !knownConditions.has(local))
  if (unknown) throw new SamlFault('a condition that is not known')
  const { ownEntityId } = samlServiceOf(ctx, expected.provider.id)
  const audiences = childrenOf(conditions, saml, 'AudienceRestriction')
  const isForUs = (restriction: XmlElement): boolean =>
    childrenOf(restriction, saml, 'Audience').map(textOf).includes(ownEntityId)
  if (audiences.length === 0 || !audiences.every(isForUs)) {
    throw new SamlFault('an assertion for another audience')
  }
}

/** A name of the format that was agreed, between the provider and us and nobody else. */
const nameIn = (ctx: Context, subject: XmlElement, { provider }: Expected) => {
  const nameId = one(subject, 'NameID')
  const wanted = samlNameIdFormats[provider.nameIdFormat]
  const format = attributeOf(nameId, 'Format') ?? samlNameIdFormats.unspecified
  if (format !== wanted) throw new SamlFault('a name of another format')
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
    throw new SamlFault('an assertion that is not confirmed for us')
  }
  return nameIn(ctx, subject, expected)
}

/** How they proved themselves, and in which session there. */
const statementOf = (ctx: Context, assertion: XmlElement, { provider }: Expected) => {
  const statement = one(assertion, 'AuthnStatement')
  const end = attributeOf(statement, 'SessionNotOnOrAfter')
  const now = ctx.platform.clock.now().getTime()
  if (end !== null && !((timeOf(end) ?? Number.NaN) > now - skewMillis)) {
    throw new SamlFault('a session past its time')
  }
  const context = one(statement, 'AuthnContext')
  const reference = onlyChild(context, saml, 'AuthnContextClassRef')
  const contextClass = reference === null ? null : textOf(reference)
  const { requestedContexts } = provider
  const isAsked = contextClass !== null && requestedContexts.includes(contextClass)
  if (requestedContexts.length > 0 && !isAsked) {
    throw new SamlFault('another class than was asked for')
  }
  return { contextClass, sessionIndex: attributeOf(statement, 'SessionIndex') }
}

const mostAttributes = 200

/** By name; several values are a list. An attribute that comes twice has all of its values. */
const attributesOf = (assertion: XmlElement): Readonly<Record<string, unknown>> => {
  const found = new Map<string, string[]>()
  const attributes = childrenOf(assertion, saml, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, saml, 'Attribute'),
  )
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
  if (issuerIn(assertion) !== expected.provider.issuer) throw new SamlFault('another issuer')
  expectConditions(ctx, assertion, expected)
  return {
    ...subjectOf(ctx, assertion, expected),
    ...statementOf(ctx, assertion, expected),
    claims: attributesOf(assertion),
  }
}
