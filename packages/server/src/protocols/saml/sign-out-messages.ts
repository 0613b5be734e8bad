import type { Context } from '../../kit/context.ts'
import type { StoredSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import { element, namespaces } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { signElement } from '../../platform/xml/sign.ts'
import {
  attributeOf,
  childrenOf,
  onlyChild,
  textOf,
  type XmlElement,
} from '../../platform/xml/tree.ts'
import { type Answer, leadTo, post } from './answers.ts'
import { redirectTo } from './bindings.ts'
import { instantOf, issuerOf, newId, signerFor, statusElement } from './message-parts.ts'
import { nameIdElement } from './name-ids.ts'
import { SamlFault } from './saml-fault.ts'
import type { Participant } from './sessions.repository.ts'
import { type StatusName, statuses } from './statuses.ts'

const { saml, samlp } = namespaces

/** Of a `LogoutRequest` (SAML 2.0 core, section 3.7.1): whom, and in which of their sessions. */
export interface NamedSessions {
  readonly nameId: string
  /** Empty: in all. */
  readonly indexes: readonly string[]
}

/** @throws SamlFault for an encrypted name, which nobody can have made for us, or one past its time */
export const namedIn = (ctx: Context, request: XmlElement): NamedSessions => {
  const nameId = onlyChild(request, saml, 'NameID')
  if (nameId === null) throw new SamlFault('nobody is named')
  const end = attributeOf(request, 'NotOnOrAfter')
  if (end !== null && !(Date.parse(end) > ctx.platform.clock.now().getTime())) {
    throw new SamlFault('a message past its time')
  }
  const indexes = childrenOf(request, samlp, 'SessionIndex').map(textOf)
  return { nameId: textOf(nameId), indexes }
}

const heading = (ctx: Context, destination: string) => ({
  ID: newId(ctx),
  Version: '2.0',
  IssueInstant: instantOf(ctx.platform.clock.now()),
  Destination: destination,
})

/** Tells an application that somebody whom it knows by this name signs out. */
export const signOutRequest = (
  ctx: Context,
  application: StoredSamlApplication,
  { name_id: value, name_id_format: format, session_index: index }: Participant,
): XmlElement => {
  const destination = application.settings.logoutUrl ?? ''
  return element('samlp:LogoutRequest', heading(ctx, destination), [
    issuerOf(ctx),
    nameIdElement(ctx, { format, value }, application.entity_id),
    element('samlp:SessionIndex', {}, [index]),
  ])
}

/** Where answers to an application's own sign-outs go. */
const answerUrlOf = ({ settings }: StoredSamlApplication): string =>
  settings.logoutResponseUrl ?? settings.logoutUrl ?? ''

export const signOutResponse = (
  ctx: Context,
  application: StoredSamlApplication,
  { requestId, status }: { readonly requestId: string; readonly status: StatusName },
): XmlElement =>
  element(
    'samlp:LogoutResponse',
    { ...heading(ctx, answerUrlOf(application)), InResponseTo: requestId },
    [issuerOf(ctx), statusElement(status)],
  )

/** Whether an application says that it has signed somebody out. */
export const isSuccess = (response: XmlElement): boolean => {
  const status = onlyChild(response, samlp, 'Status')
  const code = status === null ? null : onlyChild(status, samlp, 'StatusCode')
  return code !== null && attributeOf(code, 'Value') === statuses.success[0]
}

interface Carried {
  readonly kind: 'SAMLRequest' | 'SAMLResponse'
  readonly message: XmlElement
  readonly relayState: string | null
}

/** The message on its way by the browser, by the binding that the application has registered. */
export const carry = async (
  ctx: Context,
  application: StoredSamlApplication,
  { kind, message, relayState }: Carried,
): Promise<Answer> => {
  const { settings } = application
  const isAnswer = kind === 'SAMLResponse'
  const location = isAnswer ? answerUrlOf(application) : (settings.logoutUrl ?? '')
  if (location === '') throw new SamlFault('an application without an address for sign-outs')
  const signer = await signerFor(ctx, settings)
  if (settings.logoutBinding === 'POST') {
    const text = canonical(await signElement(message, signer, 1))
    return post({ action: location, kind, text, relayState })
  }
  const sent = { kind, text: canonical(message), relayState }
  return leadTo(await redirectTo(location, sent, signer))
}
