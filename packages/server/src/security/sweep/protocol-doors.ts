import { callback, verifier } from '../../../testing/oidc/party.ts'
import { samlService } from '../../modules/applications/identity-providers/index.ts'
import { walletPath } from '../../modules/issuance/flash-passes/index.ts'
import { paths as samlPaths } from '../../protocols/saml/addresses.ts'

/* The doors of the protocols, their parameters, and values made to break what is behind them. */

export type Parameters = Readonly<Record<string, string>>

/** As written in a form or query. */
export const hostile: readonly string[] = [
  '%00',
  'a%00b',
  '%0b',
  '%7f',
  '%ed%a0%80',
  '%ff',
  '%',
  '%zz',
  '',
  `%27%3b--`,
  'x'.repeat(5000),
  'x'.repeat(50_000),
  '%f0%9f%98%80',
]

const words = (text: string): string[] => text.split(' ')

const ids = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type']
const asked = [
  ...words('redirect_uri response_type response_mode scope state nonce prompt'),
  ...words('max_age display acr_values claims claims_locales ui_locales login_hint'),
  ...words('id_token_hint code_challenge code_challenge_method request request_uri'),
  ...words('resource authorization_details dpop_jkt orgId registration web_message_uri'),
]
const exchanged = [
  ...words('subject_token subject_token_type actor_token actor_token_type audience'),
  ...words('requested_token_type resource scope'),
]
const tokens = ['token', 'token_type_hint']

interface FormDoor {
  readonly path: string
  readonly party: 'web' | 'asking' | 'device' | 'service'
  readonly base: Parameters
  readonly names: readonly string[]
}

const grantDoor = (
  party: FormDoor['party'],
  base: Parameters,
  names: readonly string[] = [],
): FormDoor => ({
  path: '/api/oidc/token',
  party,
  base,
  names: [...ids, ...Object.keys(base), ...names, 'unknown'],
})

export const formDoors: readonly FormDoor[] = [
  grantDoor('web', {
    grant_type: 'authorization_code',
    code: 'x',
    redirect_uri: callback,
    code_verifier: verifier,
  }),
  grantDoor('web', { grant_type: 'refresh_token', refresh_token: 'x', scope: 'openid' }),
  grantDoor('service', { grant_type: 'client_credentials' }, ['scope', 'resource']),
  grantDoor('device', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'x',
  }),
  grantDoor('asking', { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: 'x' }),
  grantDoor(
    'service',
    {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'x',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    },
    exchanged,
  ),
  {
    path: '/api/oidc/introspection',
    party: 'web',
    base: { token: 'x' },
    names: [...ids, ...tokens],
  },
  { path: '/api/oidc/revocation', party: 'web', base: { token: 'x' }, names: [...ids, ...tokens] },
  {
    path: '/api/oidc/backchannel',
    party: 'asking',
    base: { scope: 'openid', login_hint: 'ann' },
    names: [
      ...ids,
      ...words('scope login_hint login_hint_token id_token_hint binding_message request'),
      ...words('user_code requested_expiry client_notification_token acr_values resource'),
      ...words('claims request_context authorization_details unknown'),
    ],
  },
  {
    path: '/api/oidc/device_authorization',
    party: 'device',
    base: { scope: 'openid' },
    names: [...ids, 'scope', 'claims', 'resource', 'acr_values', 'authorization_details', 'nonce'],
  },
  {
    path: '/api/oidc/par',
    party: 'web',
    base: {
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    },
    names: [...ids, ...asked],
  },
  { path: '/api/oidc/authorize', party: 'web', base: {}, names: [...ids, ...asked] },
  {
    path: '/api/oidc/endsession',
    party: 'web',
    base: {},
    names: ['client_id', 'id_token_hint', 'logout_hint', 'post_logout_redirect_uri', 'state'],
  },
  { path: '/api/oidc/endsession/confirm', party: 'web', base: {}, names: ['xsrf', 'logout'] },
  { path: '/api/oidc/userinfo', party: 'web', base: {}, names: ['access_token'] },
  { path: '/api/oidc/device', party: 'device', base: {}, names: ['user_code', 'xsrf', 'confirm'] },
  {
    path: samlPaths.signIn,
    party: 'web',
    base: {},
    names: ['SAMLRequest', 'SAMLResponse', 'RelayState'],
  },
  {
    path: samlPaths.signOut,
    party: 'web',
    base: {},
    names: ['SAMLRequest', 'SAMLResponse', 'RelayState'],
  },
]

interface QueryDoor {
  readonly path: string
  readonly names: readonly string[]
}

export const queryDoors: readonly QueryDoor[] = [
  { path: '/api/oidc/authorize', names: ['client_id', ...asked, 'unknown'] },
  { path: '/api/oidc/authorizejwt', names: ['client_id', 'request'] },
  {
    path: '/api/oidc/endsession',
    names: ['client_id', 'id_token_hint', 'logout_hint', 'post_logout_redirect_uri', 'state'],
  },
  { path: '/api/oidc/device', names: ['user_code', 'ticket'] },
  { path: '/api/oidc/requests', names: ['ticket'] },
  { path: '/api/oidc/errors', names: ['error', 'error_description'] },
  { path: '/api/oidc/userinfo', names: ['access_token'] },
  { path: '/api/oidc/token', names: ['client_id'] },
  {
    path: samlPaths.signIn,
    names: [
      ...words('SAMLRequest SAMLResponse RelayState SAMLEncoding SigAlg Signature'),
      ...words('uid applicationId acsUrlId denied'),
    ],
  },
  { path: samlPaths.signOut, names: ['SAMLRequest', 'SAMLResponse', 'RelayState', 'goOn'] },
  { path: '/oauth/callback/emailserver', names: ['state', 'code', 'error', 'error_description'] },
  { path: '/', names: ['uid', 'state', 'unknown'] },
]

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const device = `${walletPath}/v1/devices`

/** The star is the part that a caller chooses. */
export const pathDoors: readonly (readonly [Method, string])[] = [
  ['GET', '/api/oidc/*'],
  ['POST', '/api/oidc/*'],
  ['GET', '/api/oidc/device/*'],
  ['GET', '/api/oidc/authorize/*'],
  ['GET', '/api/oidc/requests/*'],
  ['GET', '/api/oidc/register/*'],
  ['PUT', '/api/oidc/register/*'],
  ['DELETE', '/api/oidc/register/*'],
  ['GET', '/api/oidc/endsession/*'],
  ['GET', '/api/saml/*'],
  ['GET', `${samlService.path}/*`],
  ['GET', `${samlService.path}/*/SLO`],
  ['GET', `${samlService.path}/*/SSO`],
  ['POST', `${samlService.path}/*/ACS`],
  ['POST', `${samlService.path}/*/SLO`],
  ['POST', `${device}/*/registrations/a/b`],
  ['POST', `${device}/a/registrations/*/b`],
  ['POST', `${device}/a/registrations/a/*`],
  ['DELETE', `${device}/a/registrations/a/*`],
  ['GET', `${device}/a/registrations/*`],
  ['GET', `${device}/a/registrations/a?passesUpdatedSince=*`],
  ['GET', `${walletPath}/v1/passes/*/a`],
  ['GET', `${walletPath}/v1/passes/a/*`],
  ['GET', '/.well-known/*'],
  ['GET', '/*'],
]

export const base64url = (text: string): string => Buffer.from(text).toString('base64url')

const badTexts = ['\u0000', 'a\u0000b', '\ud800', '\u000b', 'x'.repeat(3000)]

const jsonOf = (value: unknown): string => base64url(JSON.stringify(value))

/** Nobody's signature: what is in it is read before it is checked. */
const tokenWith = (claims: object, header: object = { alg: 'ES256' }): string =>
  `${jsonOf(header)}.${jsonOf(claims)}.${base64url('x'.repeat(64))}`

/** Parameters that carry a hostile text within a token or a JSON. */
export const jwtBorne = (): Parameters[] =>
  badTexts.flatMap((text) => {
    const claims = { iss: text, sub: text, aud: text, jti: text, azp: text, client_id: text }
    const times = { iat: 1, exp: 4_000_000_000 }
    const token = tokenWith({ ...claims, ...times })
    const headed = tokenWith({ ...claims, ...times }, { alg: 'HS256', kid: text, typ: text })
    return [token, headed].flatMap((jwt): Parameters[] => [
      {
        client_assertion: jwt,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      },
      { id_token_hint: jwt },
      { request: jwt },
      { login_hint_token: jwt },
      { subject_token: jwt },
      { token: jwt },
      { access_token: jwt },
      { claims: JSON.stringify({ id_token: { sub: { value: text }, [text]: null } }) },
      { authorization_details: JSON.stringify([{ type: text, locations: [text] }]) },
    ])
  })

/** Headers that carry a hostile text. */
export const bearersOf = (): Parameters[] =>
  badTexts.flatMap((text): Parameters[] => [
    { authorization: `Basic ${Buffer.from(`${text}:x`).toString('base64')}` },
    { authorization: `Basic ${Buffer.from(`x:${text}`).toString('base64')}` },
    {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(text.toWellFormed())}:x`).toString('base64')}`,
    },
    {
      authorization: `Basic ${Buffer.from(`x:${encodeURIComponent(text.toWellFormed())}`).toString('base64')}`,
    },
    { authorization: `Bearer ${tokenWith({ jti: text, sub: text })}` },
    {
      authorization: `DPoP ${tokenWith({ jti: text, sub: text })}`,
      dpop: tokenWith({ jti: text }),
    },
    {
      'oauth-client-attestation': tokenWith({ sub: text }),
      'oauth-client-attestation-pop': tokenWith({ jti: text }),
    },
    { cookie: `signet=${encodeURIComponent(text.toWellFormed())}; signet_ix=%00; signet_rx=%00` },
    { 'client-cert': `:${Buffer.from(text).toString('base64')}:` },
    { 'user-agent': text.replaceAll(/[^\u0020-\u007e]/g, '\u00ff'), accept: 'text/html' },
  ])

/** Bodies of a registration with a hostile text as each of its texts. */
export const jsonTexts = (): string[] => [
  ...badTexts.flatMap((text) =>
    [
      { client_name: text },
      { client_name: 'a', redirect_uris: [`https://tool.example.com/${text}`] },
      { scope: text },
      { grant_types: [text] },
      { [text]: 'x' },
      { jwks: { keys: [{ kty: 'EC', kid: text }] } },
      { logo_uri: `https://tool.example.com/${text}` },
      { token_endpoint_auth_method: text },
    ].map((change) =>
      JSON.stringify({ redirect_uris: ['https://tool.example.com/callback'], ...change }),
    ),
  ),
  '{',
  '"\\u0000"',
  'null',
  `{"__proto__":{"client_name":"x"}}`,
  '['.repeat(30_000),
]
