import type { Context } from '../../kit/context.ts'
import type { StoredSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import { redirectTo } from '../../platform/saml/bindings.ts'
import { headingFor, statusElement } from '../../platform/saml/messages.ts'
import { SamlFault } from '../../platform/saml/saml-fault.ts'
import type { StatusName } from '../../platform/saml/statuses.ts'
import { element } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { signElement } from '../../platform/xml/sign.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { type Answer, leadTo, post } from './answers.ts'
import { issuerOf, signerFor } from './message-parts.ts'
import { nameIdElement } from './name-ids.ts'
import type { Participant } from './sessions.repository.ts'

/** Tells an application that somebody whom it knows by this name signs out. */
export const signOutRequest = (
  ctx: Context,
  application: StoredSamlApplication,
  { name_id: value, name_id_format: format, session_index: index }: Participant,
): XmlElement => {
  const destination = application.settings.logoutUrl ?? ''
  return element('samlp:LogoutRequest', headingFor(ctx, destination), [
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
    { ...headingFor(ctx, answerUrlOf(application)), InResponseTo: requestId },
    [issuerOf(ctx), statusElement(status)],
  )

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
