import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { instantOf } from '../../../platform/saml/messages.ts'
import { element } from '../../../platform/xml/build.ts'
import { canonical } from '../../../platform/xml/canonical.ts'
import type { Asked, Received } from './caller.ts'

/** What one tenant has at its protocols. */
export interface Party {
  readonly host: string
  readonly publicUrl: string
  /** The header of a browser in which an administrator is signed in. */
  readonly cookie: string
  readonly clientId: string
  readonly clientSecret: string
  /** Of a SAML application. */
  readonly entityId: string
  readonly samlId: string
  /** Not redeemed yet. */
  readonly code: string
  readonly accessToken: string
  readonly refreshToken: string
  /** What its keys are known by. */
  readonly keyIds: readonly string[]
}

/** Of both tenants: it says nothing of either. */
export const redirectUri = 'https://application.canary.invalid/callback'

/** What a party shows that is of the other tenant: the rest is of the tenant whose host it calls. */
interface Mix {
  readonly of: 'client' | 'session' | 'grant' | 'client and grant' | 'nothing'
  readonly fields: readonly (keyof Party)[]
}

/** A call of a protocol: served by the protocol, not declared by a module. */
export interface Door {
  /** The path says which of several requests it is. */
  readonly endpoint: { readonly method: 'GET' | 'POST'; readonly path: string }
  readonly asked: (party: Party, now: Date) => Asked
  /** Whether an answer gives what was asked for, or names what a party has. */
  readonly opens: (received: Received, party: Party) => boolean
  readonly mixes: readonly Mix[]
  /** Its answer never shows whether it did something: the rows do. */
  readonly isBlank?: true
}

const ofClient = ['clientId', 'clientSecret'] as const
const session: Mix = { of: 'session', fields: ['cookie'] }
const grants = (field: keyof Party): readonly Mix[] => [
  { of: 'grant', fields: [field] },
  { of: 'client and grant', fields: [field, ...ofClient] },
]

const verifier = 'canary-'.repeat(8)
const challenge = createHash('sha256').update(verifier).digest('base64url')

const basic = ({ clientId, clientSecret }: Party) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
})

/** A form of an application, which proves itself by its secret. */
const posting =
  (path: string, fields: (party: Party) => Readonly<Record<string, string>>): Door['asked'] =>
  (party) => ({
    method: 'POST',
    url: path,
    headers: basic(party),
    body: {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(fields(party)).toString(),
    },
  })

const hasTokens = ({ status, text }: Received): boolean =>
  status === 200 && text.includes('"access_token"')

const at = '/api/oidc'

const authorize: Door = {
  endpoint: { method: 'GET', path: `${at}/authorize` },
  asked: ({ clientId, cookie }) => ({
    method: 'GET',
    url: `${at}/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })}`,
    headers: { cookie },
  }),
  opens: ({ location = '' }) => /[?&]code=/.test(location),
  mixes: [{ of: 'client', fields: ['clientId'] }, session],
}

const code: Door = {
  endpoint: { method: 'POST', path: `${at}/token (authorization_code)` },
  asked: posting(`${at}/token`, (party) => ({
    grant_type: 'authorization_code',
    code: party.code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })),
  opens: hasTokens,
  mixes: grants('code'),
}

const refresh: Door = {
  endpoint: { method: 'POST', path: `${at}/token (refresh_token)` },
  opens: hasTokens,
  asked: posting(`${at}/token`, ({ refreshToken }) => ({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  })),
  mixes: grants('refreshToken'),
}

const userinfo: Door = {
  endpoint: { method: 'GET', path: `${at}/userinfo` },
  asked: ({ accessToken }) => ({
    method: 'GET',
    url: `${at}/userinfo`,
    headers: { authorization: `Bearer ${accessToken}` },
  }),
  opens: ({ status }) => status === 200,
  mixes: [{ of: 'grant', fields: ['accessToken'] }],
}

const introspection: Door = {
  endpoint: { method: 'POST', path: `${at}/introspection` },
  asked: posting(`${at}/introspection`, ({ accessToken }) => ({ token: accessToken })),
  opens: ({ text }) => /"active":\s*true/.test(text),
  mixes: grants('accessToken'),
}

const revocation: Door = {
  endpoint: { method: 'POST', path: `${at}/revocation` },
  asked: posting(`${at}/revocation`, ({ refreshToken }) => ({ token: refreshToken })),
  opens: () => false,
  mixes: grants('refreshToken'),
  isBlank: true,
}

/** A file of the tenant itself, in which nothing of another one is. */
const reading = (path: string): Door => ({
  endpoint: { method: 'GET', path },
  asked: () => ({ method: 'GET', url: path }),
  opens: ({ text }, { publicUrl, keyIds }) =>
    text.includes(publicUrl) || keyIds.some((id) => text.includes(id)),
  mixes: [{ of: 'nothing', fields: [] }],
})

const keys = reading(`${at}/jwks`)
const samlAt = '/api/saml/SAML2/SSO'

/** SAML 2.0 bindings, section 3.4.4.1, unsigned: it need not say for whom it is. */
const requestOf = ({ entityId }: Party, now: Date): URLSearchParams => {
  const attributes = { ID: '_canary', Version: '2.0', IssueInstant: instantOf(now) }
  const issuer = element('saml:Issuer', {}, [entityId])
  const message = element('samlp:AuthnRequest', attributes, [issuer])
  return new URLSearchParams({
    SAMLRequest: deflateRawSync(Buffer.from(canonical(message))).toString('base64'),
  })
}

const isResponse = ({ text }: Received): boolean => text.includes('name="SAMLResponse"')

const samlRequest: Door = {
  endpoint: { method: 'GET', path: `${samlAt} (SAMLRequest)` },
  asked: (party, now) => ({
    method: 'GET',
    url: `${samlAt}?${requestOf(party, now)}`,
    headers: { cookie: party.cookie },
  }),
  opens: isResponse,
  mixes: [{ of: 'client', fields: ['entityId'] }, session],
}

const samlUnasked: Door = {
  endpoint: { method: 'GET', path: `${samlAt} (applicationId)` },
  opens: isResponse,
  asked: ({ samlId, cookie }) => ({
    method: 'GET',
    url: `${samlAt}?applicationId=${samlId}`,
    headers: { cookie },
  }),
  mixes: [{ of: 'client', fields: ['samlId'] }, session],
}

export const doors = {
  authorize,
  code,
  refresh,
  userinfo,
  introspection,
  revocation,
  discovery: reading(`${at}/.well-known/openid-configuration`),
  serverMetadata: reading(`${at}/.well-known/oauth-authorization-server`),
  keys,
  samlMetadata: reading('/api/saml'),
  samlRequest,
  samlUnasked,
} as const satisfies Readonly<Record<string, Door>>
