import type { RejectionDoor, RejectionReason } from '@signet/rules/rejections'

/** What an error of the library says: its code, and texts for the caller and for the log. */
export interface Fault {
  readonly error: string
  readonly description: string
  readonly detail: string
}

/** The library's events of rejected requests, and the doors they are about. */
export const doorsOfEvents: Readonly<Record<string, RejectionDoor>> = {
  'authorization.error': 'AUTHORIZE',
  'device_resume.error': 'AUTHORIZE',
  'grant.error': 'TOKEN',
  'introspection.error': 'INTROSPECTION',
  'revocation.error': 'REVOCATION',
  'pushed_authorization_request.error': 'PUSHED_AUTHORIZATION',
  'device_authorization.error': 'DEVICE_AUTHORIZATION',
  'backchannel_authentication.error': 'BACKCHANNEL_AUTHENTICATION',
  'userinfo.error': 'USERINFO',
  'end_session.error': 'END_SESSION',
  'end_session_confirm.error': 'END_SESSION',
}

/** By path below the mount, for requests that the library never sees. */
const doorsOfPaths: Readonly<Record<string, RejectionDoor>> = {
  token: 'TOKEN',
  introspection: 'INTROSPECTION',
  revocation: 'REVOCATION',
  par: 'PUSHED_AUTHORIZATION',
  device_authorization: 'DEVICE_AUTHORIZATION',
  backchannel: 'BACKCHANNEL_AUTHENTICATION',
  userinfo: 'USERINFO',
  endsession: 'END_SESSION',
  register: 'REGISTRATION',
}

export const doorOfPath = (path: string): RejectionDoor =>
  doorsOfPaths[/^\/?([a-z_]+)/.exec(path)?.[1] ?? ''] ?? 'AUTHORIZE'

/**
 * What is part of an ordinary course: a device that waits, an application that asks without a page,
 * a person who says no, which has an event of its own; and what is answered after all.
 */
const ordinary = new Set([
  'authorization_pending',
  'slow_down',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
  'access_denied',
  'use_dpop_nonce',
])

export const isOrdinary = ({ error }: Fault, door: RejectionDoor): boolean =>
  ordinary.has(error) || (door === 'INTROSPECTION' && error === 'unsupported_token_type')

/** The first that fits; each is held against the code and both texts. */
const reasons: readonly (readonly [RegExp, RejectionReason])[] = [
  [/client not found/, 'UNKNOWN_CLIENT'],
  [/no client authentication mechanism/, 'CLIENT_AUTHENTICATION_MISSING'],
  [/authentication mechanism does not match/, 'WRONG_CLIENT_AUTHENTICATION_METHOD'],
  [/invalid secret|secret is expired/, 'WRONG_CLIENT_SECRET'],
  [/client certificate|certificate subject|x5t#S256|mutual TLS/, 'WRONG_CLIENT_CERTIFICATE'],
  [/^invalid_client/, 'WRONG_CLIENT_ASSERTION'],
  [
    /^invalid_redirect_uri|redirect_uri (?:mismatch|not registered|did not match)/,
    'REDIRECT_URI_MISMATCH',
  ],
  [/code_verifier/, 'WRONG_CODE_VERIFIER'],
  [/PKCE|code_challenge/, 'PKCE_REQUIRED'],
  [/refresh_token client mismatch/, 'TOKEN_OF_OTHER'],
  [/client mismatch/, 'CODE_INVALID'],
  [/refresh token already used/, 'REFRESH_TOKEN_USED'],
  [/already (?:consumed|used)/, 'CODE_USED'],
  [/refresh token|subject_token/, 'TOKEN_INVALID'],
  [/(?:authorization|device) code|authentication request|auth_req_id/, 'CODE_INVALID'],
  [/response_type/, 'RESPONSE_TYPE_NOT_ALLOWED'],
  [/grant[ _]type|is not allowed for this client|unauthorized_client/, 'GRANT_TYPE_NOT_ALLOWED'],
  [/^in(?:valid|sufficient)_scope/, 'SCOPE_NOT_ALLOWED'],
  [/^invalid_target|audience prevents/, 'AUDIENCE_NOT_ALLOWED'],
  [/DPoP|jkt|^invalid_dpop_proof/i, 'PROOF_INVALID'],
  [/request_object|request_uri|request object/i, 'REQUEST_OBJECT_INVALID'],
  [/(?:decode|provided|unrecognized|validate) id_token_hint/, 'LOGOUT_HINT_INVALID'],
  [/^invalid_token/, 'TOKEN_INVALID'],
  [/^invalid_grant/, 'GRANT_INVALID'],
]

export const reasonOf = ({ error, description, detail }: Fault, grant = ''): RejectionReason => {
  const text = `${error} ${description} ${grant} ${detail}`
  return reasons.find(([pattern]) => pattern.test(text))?.[1] ?? 'INVALID_REQUEST'
}
