import type { Context } from '../../kit/context.ts'
import type { StoredSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import { samlKeys } from '../../modules/applications/saml-keys/index.ts'
import { isSignedBy, type Received } from '../../platform/saml/bindings.ts'
import { namedIn } from '../../platform/saml/logout-messages.ts'
import {
  expectDestination,
  type Heading,
  headingOf,
  withoutXmlFaults,
} from '../../platform/saml/messages.ts'
import { saidBy } from '../../platform/saml/said-by.ts'
import { aboutLater, SamlFault } from '../../platform/saml/saml-fault.ts'
import { addressesOf } from './addresses.ts'
import { openSessionOf } from './present-session.ts'
import { findByName } from './sessions.repository.ts'
import { sendersOf } from './sign-in-requests.ts'

interface AskedSignOut {
  readonly application: StoredSamlApplication
  readonly requestId: string
  readonly sessionIds: readonly string[]
}

interface Sender {
  readonly application: StoredSamlApplication
  readonly heading: Heading
}

/**
 * Which sessions a request ends: those in which the application knows the person. Nobody's but the
 * browser's own where it is not signed.
 */
const signOutBy = async (
  ctx: Context,
  received: Received,
  { application, heading }: Sender,
): Promise<AskedSignOut> => {
  const { settings } = application
  const signed = isSignedBy(received, settings)
  const mustBeSigned = received.binding === 'SOAP' || settings.signingCertificates.length > 0
  if (mustBeSigned && !signed) {
    throw new SamlFault('a sign-out that is not signed', { code: 'SIGNATURE_MISSING' })
  }
  expectDestination(heading, addressesOf(ctx).signOut, {
    signed: signed && received.binding !== 'SOAP',
  })
  const { privateKeys: keys } = await samlKeys(ctx)
  const { nameId, indexes } = withoutXmlFaults(() =>
    namedIn(ctx, received.element, { keys, isSealed: signed }),
  )
  const known = await findByName(ctx, { applicationId: application.id, nameId })
  const own = signed ? null : ((await openSessionOf(ctx))?.id ?? '')
  const sessionIds = known
    .filter(({ session_index: index }) => indexes.length === 0 || indexes.includes(index))
    .filter(({ session_id: id }) => own === null || id === own)
    .map(({ session_id: id }) => id)
  return { application, requestId: heading.id, sessionIds }
}

/** What the request means if this application has sent it; a fault if it has not. */
const readSignOutOf = async (
  ctx: Context,
  received: Received,
  sender: Sender,
): Promise<AskedSignOut | SamlFault> => {
  const { application } = sender
  try {
    return await aboutLater({ application }, () => signOutBy(ctx, received, sender))
  } catch (error) {
    if (error instanceof SamlFault) return error
    throw error
  }
}

/** Of several applications of one entity ID, the one by which the person is known. */
const whatIsAsked = async (ctx: Context, received: Received): Promise<AskedSignOut> => {
  const heading = headingOf(ctx, received.element, 'LogoutRequest')
  const senders = await sendersOf(ctx, heading.issuer)
  const asked = await Promise.all(
    senders.map((application) => readSignOutOf(ctx, received, { application, heading })),
  )
  const known = asked.flatMap((each) => (each instanceof SamlFault ? [] : [each]))
  const [first] = asked
  const chosen = known.find(({ sessionIds }) => sessionIds.length > 0) ?? known[0]
  if (chosen !== undefined) return chosen
  throw first instanceof SamlFault ? first : new SamlFault('nobody is named')
}

/** @throws SamlFault */
export const readSignOut = (ctx: Context, received: Received): Promise<AskedSignOut> =>
  aboutLater(saidBy(received.element), () => whatIsAsked(ctx, received))
