import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../kit/context.ts'
import type { StoredApplication } from '../../modules/applications/oidc-applications/index.ts'
import { findApplication } from './clients/clients.ts'
import { hashOf, type StoredToken } from './tokens.repository.ts'

/* What short answers have in common: how they tell that nothing out of the ordinary is asked. */

/** A whole answer that was made without the library. */
export interface ShortAnswer {
  readonly status: 200 | 303 | 400
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Readonly<Record<string, unknown>> | null
}

export const answered = (body: ShortAnswer['body']): ShortAnswer => ({
  status: 200,
  headers: {},
  body,
})

export const sentTo = (location: string, cookies: readonly string[]): ShortAnswer => ({
  status: 303,
  headers: { Location: location, 'Set-Cookie': cookies },
  body: null,
})

export const words = (text: unknown): string[] => (typeof text === 'string' ? text.split(' ') : [])

/** Nothing stands in it that would change the answer: keys it is bound to, audiences, claims. */
export const holdsOnly = (value: object, names: ReadonlySet<string>): boolean =>
  Object.keys(value).every((name) => names.has(name))

const ofGrant = new Set('exp iat kind openid clientId accountId'.split(' '))
const ofScopes = new Set(['scope'])

/** The scopes of a live grant of the token's client and user; null for one with anything more. */
export const grantedScopes = (
  { grant, payload }: StoredToken,
  now: Date,
): readonly string[] | null => {
  if (grant === null || !holdsOnly(grant.payload, ofGrant)) return null
  const { accountId, clientId, exp, openid } = grant.payload
  if (accountId !== payload.accountId || clientId !== payload.clientId) return null
  if (typeof exp !== 'number' || exp <= Math.floor(now.getTime() / 1000)) return null
  if (typeof openid !== 'object' || openid === null || !holdsOnly(openid, ofScopes)) return null
  return 'scope' in openid ? words(openid.scope) : null
}

const usesSecret = new Set(['client_secret_basic', 'client_secret_post'])

/** Whether an application with a secret has this one; compared as hashes, in constant time. */
export const hasSecret = (
  { auth_method: method, secret_hash: hash }: StoredApplication,
  secret: string,
): boolean => {
  const stored = Buffer.from(hash ?? '', 'base64url')
  const actual = hashOf(secret)
  return (
    usesSecret.has(method) && stored.length === actual.length && timingSafeEqual(stored, actual)
  )
}

/**
 * The client of HTTP Basic (RFC 6749, section 2.3.1) whose secret is right. A client with a secret may
 * send it either way, whichever is registered: stock clients do not ask which one is.
 */
export const clientOf = async (ctx: Context, header: string): Promise<StoredApplication | null> => {
  const given = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(header)?.[1] ?? ''
  const pair = /^([\w-]+):([\w-]+)$/.exec(Buffer.from(given, 'base64').toString('latin1'))
  const [, clientId = '', secret = ''] = pair ?? []
  const application = clientId === '' ? undefined : await findApplication(ctx, clientId)
  return application !== undefined && hasSecret(application, secret) ? application : null
}

/** The fields of a form or query that has each of these names once and no other; else null. */
export const fieldsOf = <N extends string>(
  text: string,
  names: readonly N[],
): Readonly<Record<N, string>> | null => {
  const given = new URLSearchParams(text)
  const found: Partial<Record<N, string>> = {}
  for (const name of names) found[name] = given.get(name) ?? ''
  const isComplete = (fields: Partial<Record<N, string>>): fields is Record<N, string> =>
    given.size === names.length && names.every((name) => fields[name] !== '')
  return isComplete(found) ? found : null
}
