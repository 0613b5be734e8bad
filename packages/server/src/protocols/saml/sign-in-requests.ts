import type { Context } from '../../kit/context.ts'
import {
  findSamlApplicationByEntityId,
  type StoredSamlApplication,
} from '../../modules/applications/saml-applications/index.ts'
import { isSignedBy, type Received } from '../../platform/saml/bindings.ts'
import { expectDestination, headingOf, withoutXmlFaults } from '../../platform/saml/messages.ts'
import { SamlFault } from '../../platform/saml/saml-fault.ts'
import { namespaces } from '../../platform/xml/build.ts'
import {
  attributeOf,
  childrenOf,
  onlyChild,
  textOf,
  type XmlElement,
} from '../../platform/xml/tree.ts'
import { addressesOf } from './addresses.ts'
import { comparisons, type WantedContexts } from './contexts.ts'

const { saml, samlp } = namespaces

/** What is asked for, checked: it may wait in a browser until somebody has signed in. */
export interface WantedSignIn {
  readonly applicationId: string
  /** Of the request; null where people began here. */
  readonly requestId: string | null
  readonly consumerUrl: string
  readonly relayState: string | null
  readonly forceAuthn: boolean
  readonly isPassive: boolean
  readonly contexts: WantedContexts
  /** URI of the format asked for; null for any. */
  readonly nameIdFormat: string | null
  /** The one person whom it is about; null for whoever is there. */
  readonly subject: string | null
}

export interface AskedSignIn {
  readonly application: StoredSamlApplication
  readonly wanted: WantedSignIn
}

const isTrue = (text: string | null): boolean => text === 'true' || text === '1'

const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const paosBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:PAOS'

/** Only where the application has registered that it listens (SAML 2.0 profiles, section 4.1.4.1). */
const consumerOf = (request: XmlElement, { settings }: StoredSamlApplication): string => {
  const binding = attributeOf(request, 'ProtocolBinding')
  if (binding !== null && binding !== postBinding && binding !== paosBinding) {
    throw new SamlFault('another binding for the response')
  }
  const url = attributeOf(request, 'AssertionConsumerServiceURL')
  const index = attributeOf(request, 'AssertionConsumerServiceIndex')
  const found = settings.assertionConsumers.find(
    (each) =>
      (url === null || each.url === url) && (index === null || String(each.index) === index),
  )
  if (found === undefined) throw new SamlFault('a consumer that is not registered')
  return found.url
}

const contextsOf = (request: XmlElement): WantedContexts => {
  const asked = onlyChild(request, samlp, 'RequestedAuthnContext')
  if (asked === null) return { classes: [], comparison: 'exact' }
  const text = attributeOf(asked, 'Comparison') ?? 'exact'
  const comparison = comparisons.find((each) => each === text)
  if (comparison === undefined) throw new SamlFault('another comparison')
  const classes = childrenOf(asked, saml, 'AuthnContextClassRef').map(textOf).slice(0, 20)
  // A declaration, which nobody can be asked for, or nothing at all.
  return { classes: classes.length === 0 ? ['none'] : classes, comparison }
}

const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

const formatOf = (request: XmlElement): string | null => {
  const policy = onlyChild(request, samlp, 'NameIDPolicy')
  const format = policy === null ? null : attributeOf(policy, 'Format')
  return format === unspecified ? null : format
}

const subjectOf = (request: XmlElement): string | null => {
  const subject = onlyChild(request, saml, 'Subject')
  if (subject === null) return null
  const nameId = onlyChild(subject, saml, 'NameID')
  if (nameId === null) throw new SamlFault('a subject that cannot be read')
  return textOf(nameId)
}

/** The application that says it has sent a message, if it is registered and on. @throws SamlFault */
export const senderOf = async (ctx: Context, issuer: string): Promise<StoredSamlApplication> => {
  const application = await findSamlApplicationByEntityId(ctx, issuer)
  if (application === undefined || !application.enabled) {
    throw new SamlFault('an application that is not registered')
  }
  return application
}

const wantedBy = (received: Received, application: StoredSamlApplication, requestId: string) => {
  const { element: request, relayState } = received
  const wanted: WantedSignIn = {
    applicationId: application.id,
    requestId,
    consumerUrl: consumerOf(request, application),
    relayState,
    forceAuthn: isTrue(attributeOf(request, 'ForceAuthn')),
    isPassive: isTrue(attributeOf(request, 'IsPassive')),
    contexts: contextsOf(request),
    nameIdFormat: formatOf(request),
    subject: subjectOf(request),
  }
  return wanted
}

/** An `AuthnRequest` (SAML 2.0 core, section 3.4.1) of a registered application. @throws SamlFault */
export const readSignInRequest = async (ctx: Context, received: Received): Promise<AskedSignIn> => {
  const heading = headingOf(ctx, received.element, 'AuthnRequest')
  const application = await senderOf(ctx, heading.issuer)
  const signed = isSignedBy(received, application.settings)
  if (application.settings.requireSignedRequests && !signed) {
    throw new SamlFault('a request that is not signed')
  }
  const { signIn, soap } = addressesOf(ctx)
  expectDestination(heading, received.binding === 'SOAP' ? soap : signIn, { signed })
  const wanted = withoutXmlFaults(() => wantedBy(received, application, heading.id))
  return { application, wanted }
}

/** Somebody begins here (SAML 2.0 profiles, section 4.1.5), where the application lets them. */
export const unasked = (
  application: StoredSamlApplication,
  consumerIndex: string | null,
): AskedSignIn => {
  const { id, enabled, settings } = application
  if (!enabled || !settings.idpInitiated) throw new SamlFault('nobody begins here')
  const consumer = settings.assertionConsumers.find(
    ({ index }) => consumerIndex === null || String(index) === consumerIndex,
  )
  if (consumer === undefined) throw new SamlFault('a consumer that is not registered')
  return {
    application,
    wanted: {
      applicationId: id,
      requestId: null,
      consumerUrl: consumer.url,
      relayState: settings.defaultRelayState === '' ? null : settings.defaultRelayState,
      forceAuthn: false,
      isPassive: false,
      contexts: { classes: [], comparison: 'exact' },
      nameIdFormat: null,
      subject: null,
    },
  }
}
