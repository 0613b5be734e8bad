import type { Context } from '../../kit/context.ts'
import {
  listSamlApplicationsByEntityId,
  type StoredSamlApplication,
} from '../../modules/applications/saml-applications/index.ts'
import { samlKeys } from '../../modules/applications/saml-keys/index.ts'
import { isSignedBy, type Received } from '../../platform/saml/bindings.ts'
import { nameIdIn, type Opening } from '../../platform/saml/encrypted.ts'
import { expectDestination, headingOf, withoutXmlFaults } from '../../platform/saml/messages.ts'
import { saidBy } from '../../platform/saml/said-by.ts'
import { about, aboutLater, SamlFault } from '../../platform/saml/saml-fault.ts'
import { isSameUrl } from '../../platform/saml/urls.ts'
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

const expectBinding = (request: XmlElement): void => {
  const binding = attributeOf(request, 'ProtocolBinding')
  if (binding !== null && binding !== postBinding && binding !== paosBinding) {
    throw new SamlFault('another binding for the response', { code: 'NOT_SUPPORTED' })
  }
}

const urlsOf = ({ settings }: StoredSamlApplication): readonly string[] =>
  settings.assertionConsumers.map(({ url }) => url)

interface Addressee {
  readonly application: StoredSamlApplication
  readonly consumerUrl: string
}

/**
 * Which application of this entity ID is answered, and where: only where it has registered that it
 * listens (SAML 2.0 profiles, section 4.1.4.1), in the letters of the request. @throws SamlFault
 */
const addresseeOf = (
  request: XmlElement,
  candidates: readonly StoredSamlApplication[],
): Addressee => {
  expectBinding(request)
  const url = attributeOf(request, 'AssertionConsumerServiceURL')
  const index = attributeOf(request, 'AssertionConsumerServiceIndex')
  const found = candidates.flatMap((application): Addressee[] => {
    const consumer = application.settings.assertionConsumers.find(
      (each) =>
        (url === null || isSameUrl(each.url, url)) &&
        (index === null || String(each.index) === index),
    )
    return consumer === undefined ? [] : [{ application, consumerUrl: url ?? consumer.url }]
  })
  const chosen =
    found.length === 1 ? found[0] : found.find(({ application }) => application.entity_default)
  if (chosen === undefined) {
    const consumers = candidates.flatMap((each) => urlsOf(each))
    const options = { code: 'ACS_URL_MISMATCH', facts: { consumers } } as const
    throw new SamlFault('a consumer that is not registered', options)
  }
  return chosen
}

const contextsOf = (request: XmlElement): WantedContexts => {
  const asked = onlyChild(request, samlp, 'RequestedAuthnContext')
  if (asked === null) return { classes: [], comparison: 'exact' }
  const text = attributeOf(asked, 'Comparison') ?? 'exact'
  const comparison = comparisons.find((each) => each === text)
  if (comparison === undefined) throw new SamlFault('another comparison', { code: 'NOT_SUPPORTED' })
  const classes = childrenOf(asked, saml, 'AuthnContextClassRef').map(textOf).slice(0, 20)
  // A declaration, which nobody can be asked for, or nothing at all.
  return { classes: classes.length === 0 ? ['none'] : classes, comparison }
}

/** SAML 2.0 core, section 8.3.1: *unspecified* leaves it to us, whichever version spells it. */
const isAnyFormat = (format: string): boolean => /^$|:nameid-format:unspecified$/i.test(format)

const formatOf = (request: XmlElement): string | null => {
  const policy = onlyChild(request, samlp, 'NameIDPolicy')
  const format = policy === null ? null : attributeOf(policy, 'Format')?.trim()
  return format === undefined || format === null || isAnyFormat(format) ? null : format
}

const subjectOf = (request: XmlElement, opening: Opening): string | null => {
  const subject = onlyChild(request, saml, 'Subject')
  if (subject === null) return null
  const nameId = nameIdIn(subject, opening)
  if (nameId === null) throw new SamlFault('a subject that cannot be read')
  return textOf(nameId)
}

/** Enabled applications that call themselves so, the default first. @throws SamlFault */
export const sendersOf = async (
  ctx: Context,
  issuer: string,
): Promise<readonly StoredSamlApplication[]> => {
  const known = await listSamlApplicationsByEntityId(ctx, issuer)
  const [first] = known
  if (first === undefined) {
    throw new SamlFault('an application that is not registered', { code: 'UNKNOWN_ENTITY' })
  }
  const enabled = known.filter((application) => application.enabled)
  if (enabled.length > 0) return enabled
  throw new SamlFault('an application that is not enabled', {
    code: 'CLIENT_DISABLED',
    facts: { application: first },
  })
}

interface Checked extends Addressee {
  readonly requestId: string
  readonly opening: Opening
}

const wantedBy = (received: Received, checked: Checked): AskedSignIn => {
  const { element: request, relayState } = received
  const { application, consumerUrl, requestId, opening } = checked
  const wanted: WantedSignIn = {
    applicationId: application.id,
    requestId,
    consumerUrl,
    relayState,
    forceAuthn: isTrue(attributeOf(request, 'ForceAuthn')),
    isPassive: isTrue(attributeOf(request, 'IsPassive')),
    contexts: contextsOf(request),
    nameIdFormat: formatOf(request),
    subject: subjectOf(request, opening),
  }
  return { application, wanted }
}

const checkedSignIn = async (ctx: Context, received: Received): Promise<AskedSignIn> => {
  const heading = headingOf(ctx, received.element, 'AuthnRequest')
  const candidates = await sendersOf(ctx, heading.issuer)
  const [usual] = candidates
  const addressee = about(usual === undefined ? {} : { application: usual }, () =>
    withoutXmlFaults(() => addresseeOf(received.element, candidates)),
  )
  const { application } = addressee
  return aboutLater({ application }, async () => {
    const signed = isSignedBy(received, application.settings)
    if (application.settings.requireSignedRequests && !signed) {
      throw new SamlFault('a request that is not signed', { code: 'SIGNATURE_MISSING' })
    }
    const { signIn, soap } = addressesOf(ctx)
    expectDestination(heading, received.binding === 'SOAP' ? soap : signIn, { signed })
    const { privateKeys: keys } = await samlKeys(ctx)
    const opening = { keys, isSealed: signed }
    return withoutXmlFaults(() =>
      wantedBy(received, { ...addressee, requestId: heading.id, opening }),
    )
  })
}

/** An `AuthnRequest` (SAML 2.0 core, section 3.4.1) of a registered application. @throws SamlFault */
export const readSignInRequest = (ctx: Context, received: Received): Promise<AskedSignIn> =>
  aboutLater(saidBy(received.element), () => checkedSignIn(ctx, received))

/** Somebody begins here (SAML 2.0 profiles, section 4.1.5), where the application lets them. */
export const unasked = (
  application: StoredSamlApplication,
  consumerIndex: string | null,
): AskedSignIn => {
  const { id, enabled, settings } = application
  if (!enabled) {
    throw new SamlFault('an application that is not enabled', { code: 'CLIENT_DISABLED' })
  }
  if (!settings.idpInitiated)
    throw new SamlFault('nobody begins here', { code: 'IDP_INITIATED_DISABLED' })
  const consumer = settings.assertionConsumers.find(
    ({ index }) => consumerIndex === null || String(index) === consumerIndex,
  )
  if (consumer === undefined) {
    throw new SamlFault('a consumer that is not registered', { code: 'ACS_URL_MISMATCH' })
  }
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
