import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/errors.ts'
import { WithCookie } from '../../kit/routes.ts'
import { engine } from '../../modules/access/sign-in/index.ts'
import type { Received } from '../../platform/saml/bindings.ts'
import { SamlFault } from '../../platform/saml/saml-fault.ts'
import type { StatusName } from '../../platform/saml/statuses.ts'
import { element } from '../../platform/xml/build.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { type Answer, envelopeOf, soap } from './answers.ts'
import { levelWanted } from './contexts.ts'
import { letInOnce } from './let-in-once.ts'
import { type Present, presentBy } from './present-session.ts'
import { noteFailure } from './refusals.ts'
import { endSessions } from './sessions.repository.ts'
import { type AskedSignIn, readSignInRequest } from './sign-in-requests.ts'
import { type Failure, failureResponse, formatFailure } from './sign-in-responses.ts'

/** Who calls shows a name and a password (RFC 7617); null for anything else. */
const credentialsIn = (authorization: string | undefined) => {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]{1,4000}={0,2})$/i.exec(authorization ?? '') ?? []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at < 1 ? null : { name: text.slice(0, at), password: text.slice(at + 1) }
}

const unauthorized: Answer = {
  ...soap('', 401),
  headers: { ...soap('').headers, 'WWW-Authenticate': 'Basic realm="Signet", charset="UTF-8"' },
}

const next = 'http://schemas.xmlsoap.org/soap/actor/next'

/** With where it goes, which the client compares with what the application said (profiles, 4.2.4.2). */
const enveloped = ({ wanted }: AskedSignIn, response: XmlElement): Answer => {
  const block = element('ecp:Response', {
    'soap:mustUnderstand': '1',
    'soap:actor': next,
    AssertionConsumerServiceURL: wanted.consumerUrl,
  })
  return soap(envelopeOf(response, [block]))
}

const refuseFor = async (ctx: Context, asked: AskedSignIn, failure: Failure): Promise<Answer> => {
  await noteFailure(ctx, asked, failure)
  return enveloped(asked, await failureResponse(ctx, asked, failure))
}

const refuse = (ctx: Context, asked: AskedSignIn, status: StatusName): Promise<Answer> =>
  refuseFor(ctx, asked, { status })

interface Credentials {
  readonly name: string
  readonly password: string
}

/** By the one engine, with its budgets: null where more than the password is asked for. */
const prove = async (
  ctx: Context,
  { application, wanted }: AskedSignIn,
  { name, password }: Credentials,
): Promise<Present | null> => {
  const transaction = engine.newTransaction(ctx, {
    purpose: 'SIGN_IN',
    applicationId: application.id,
    applicationName: application.name,
    secondFactorDemanded: levelWanted(wanted.contexts) === 2,
    ...(await engine.nameOf(ctx, name)),
  })
  const authToken = await engine.sealTransaction(ctx, transaction)
  const given = { authToken, response: password }
  const proven = await engine.completeIn(ctx, {}, { transaction, authenticator: 'PASSWORD', given })
  const cookie = proven instanceof WithCookie ? proven.cookie.value : null
  return cookie === null ? null : presentBy(ctx, cookie)
}

/** What is wrong with whoever calls, and not with us: they are asked again, and told no more. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'general_error' && error.code !== 'too_many_requests'

const proven = async (ctx: Context, asked: AskedSignIn, credentials: Credentials) => {
  try {
    return { session: await prove(ctx, asked, credentials) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return null
  }
}

/**
 * Enhanced clients and proxies (SAML 2.0 profiles, section 4.2): a program brings an application's
 * request with its user's password. Where more is asked for it is refused, and says so
 * (`NoAuthnContext`): there is no page here to ask on.
 */
export const signInBySoap = async (
  ctx: Context,
  received: Received,
  authorization: string | undefined,
): Promise<Answer> => {
  if (received.kind !== 'SAMLRequest') throw new SamlFault('a response nobody asked for')
  const asked = await readSignInRequest(ctx, received)
  const credentials = credentialsIn(authorization)
  if (credentials === null) return unauthorized
  const failure = formatFailure(asked)
  if (failure !== null) return refuseFor(ctx, asked, failure)
  if (levelWanted(asked.wanted.contexts) === null) return refuse(ctx, asked, 'noContext')
  const outcome = await proven(ctx, asked, credentials)
  if (outcome === null) return unauthorized
  const { session } = outcome
  if (session === null) return refuse(ctx, asked, 'noContext')
  const entrance = await letInOnce(ctx, asked, session)
  if (entrance.kind === 'response') return enveloped(asked, entrance.response)
  await endSessions(ctx, [session.id])
  if (entrance.kind === 'refused') return refuse(ctx, asked, entrance.status)
  return refuse(ctx, asked, entrance.kind === 'denied' ? 'denied' : 'noContext')
}
