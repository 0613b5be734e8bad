/** Who is meant to read the text of an error. */
export type ErrorAudience = 'user' | 'administrator' | 'developer' | 'silent'

export interface ErrorRow {
  readonly status: number
  readonly severity: 'ERROR' | 'WARNING'
  readonly audience: ErrorAudience
  /** `code` on the wire where it differs from `errorCode` (design: stored codes). */
  readonly upper?: string
}

const row = (status: number, audience: ErrorAudience = 'user', upper?: string): ErrorRow => ({
  status,
  severity: status >= 500 ? 'ERROR' : 'WARNING',
  audience,
  ...(upper === undefined ? {} : { upper }),
})

/** Every error that leaves the service. Codes are never renamed or reused. */
export const errors = {
  access_denied: row(403),
  account_locked: row(403, 'user', 'ACCOUNT_LOCKED'),
  application_exists: row(409, 'administrator'),
  expired_session_token: row(401, 'user', 'EXPIRED_SESSION_TOKEN'),
  general_error: row(500),
  hostname_not_found: row(404, 'user', 'HOSTNAME_NOT_FOUND'),
  invalid_parameters: row(400, 'developer'),
  invalid_redirect_uri: row(400, 'administrator'),
  invalid_session_token: row(401),
  invalid_user_response: row(401),
  invalid_user_response_locked: row(401),
  invalid_web_session: row(401, 'silent', 'INVALID_WEB_SESSION'),
  job_failed: row(409),
  job_not_completed: row(409),
  last_super_administrator: row(409, 'administrator'),
  no_otp: row(400),
  no_transaction: row(400, 'silent'),
  not_found: row(404),
  password_change_required: row(403, 'silent'),
  password_invalid: row(400),
  password_invalid_compromised: row(400),
  password_invalid_history: row(400),
  passwordunlock_not_supported: row(400, 'silent'),
  passwordunlock_timeout: row(400, 'silent'),
  precondition_failed: row(412),
  renew_sp_user: row(403, 'silent', 'RENEW_SP_USER'),
  request_too_large: row(413, 'developer'),
  rights_not_held: row(403, 'administrator'),
  role_built_in: row(403, 'administrator'),
  role_exists: row(409, 'administrator'),
  role_in_use: row(409, 'administrator'),
  role_not_found: row(404, 'administrator'),
  service_unavailable: row(503),
  setup_link_invalid: row(404),
  step_up_required: row(403),
  token_invalid_state: row(409),
  token_limit_reached: row(409),
  too_many_requests: row(429),
  unsupported_media_type: row(415, 'developer'),
  use_dpop_nonce: row(401, 'silent'),
  user_edit_restricted: row(403, 'administrator'),
  user_exists: row(409, 'administrator'),
  user_invalid_state: row(403),
  user_locked: row(403),
  user_not_found: row(404),
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errors
