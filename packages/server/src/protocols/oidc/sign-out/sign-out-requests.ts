import { decodeJwt } from 'jose'
import type { Client, Provider } from 'oidc-provider'
import { settingsOf } from '../clients/client-settings.ts'
import type { readOpenSession } from '../sessions.ts'
import { sidOf } from './departures.ts'

/* Who asks to sign out, and whether anything is left to ask (RP-Initiated Logout 1.0, section 2). */

type Session = NonNullable<Awaited<ReturnType<typeof readOpenSession>>>
type Query = Readonly<Record<string, string | readonly string[] | undefined>>

interface Hint {
  readonly client: Client
  readonly subject: unknown
  readonly sid: unknown
}

/** An ID token of ours, which may have expired since; null for anything else. */
const hintOf = async (provider: Provider, token: string): Promise<Hint | null> => {
  try {
    const { aud } = decodeJwt(token)
    const client = typeof aud === 'string' ? await provider.Client.find(aud) : undefined
    if (client === undefined) return null
    const { payload } = await provider.IdToken.validate(token, client)
    return { client, subject: payload.sub, sid: payload.sid }
  } catch {
    return null
  }
}

/** Whether the hint was given in this very session. */
const isOf = ({ client, subject, sid }: Hint, session: Session): boolean => {
  const known = sidOf(session, client.clientId)
  if (known === null) return false
  return sid === undefined ? subject === session.id : sid === known
}

const isReturn = ({ client }: Hint, { post_logout_redirect_uri: uri }: Query): boolean =>
  uri === undefined || (typeof uri === 'string' && client.postLogoutRedirectUriAllowed(uri))

interface SignOutRequest {
  /** What the library goes on with: without a hint that says nothing. */
  readonly query: Query
  /** Whose ID token was given in this session, or after it; null where people are asked. */
  readonly client: Client | null
  /** Where the browser is sent back to; null for our own page. */
  readonly back: string | null
}

const backOf = ({ post_logout_redirect_uri: uri, state }: Query): string | null => {
  if (typeof uri !== 'string') return null
  const url = new URL(uri)
  if (typeof state === 'string') url.searchParams.set('state', state)
  return typeof state === 'string' ? url.href : uri
}

const isKnown = async (provider: Provider, clientId: string): Promise<boolean> => {
  try {
    return (await provider.Client.find(clientId)) !== undefined
  } catch {
    return false
  }
}

const asked = (query: Query): SignOutRequest => ({ query, client: null, back: null })

/** Without a hint; the application may be named by itself. */
const withoutHint = async (
  provider: Provider,
  { id_token_hint: _hint, client_id: clientId, ...rest }: Query,
): Promise<SignOutRequest> =>
  typeof clientId === 'string' && (await isKnown(provider, clientId))
    ? asked({ ...rest, client_id: clientId })
    : asked(rest)

/** What a request asks for in the session of its browser; null without one. */
export const signOutRequestOf = async (
  provider: Provider,
  query: Query,
  session: Session | null,
): Promise<SignOutRequest> => {
  // Said twice, it is refused by the library.
  if (Object.values(query).some(Array.isArray)) return asked(query)
  const { id_token_hint: token, client_id: clientId } = query
  const hint = typeof token === 'string' ? await hintOf(provider, token) : null
  if (hint === null) return withoutHint(provider, query)
  if (clientId !== undefined && clientId !== hint.client.clientId) {
    return withoutHint(provider, { ...query, client_id: undefined })
  }
  const isEnough =
    isReturn(hint, query) &&
    (session === null || (isOf(hint, session) && !settingsOf(hint.client).confirmsSignOut))
  return { query, client: isEnough ? hint.client : null, back: backOf(query) }
}
