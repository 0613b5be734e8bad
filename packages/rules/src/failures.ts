/** Codes that the face handles without a word. */
export const silentErrorCodes = [
  'no_transaction',
  'password_change_required',
  'invalid_web_session',
  'directory_sync_info_not_found',
  'passwordunlock_not_supported',
  'passwordunlock_timeout',
  'renew_sp_user',
] as const

/** Codes whose text repeats what the server said. */
export const explainedErrorCodes = [
  'email_template_body_syntax_error',
  'smartcredential_variable_value_not_unique',
] as const

/** A failed call as the client sees it. */
export interface Failure {
  readonly status: number
  readonly code?: string | null
  readonly errorCode?: string | null
  readonly message?: string | null
  readonly errorMessage?: string | null
}

/** Which text to show: a key, and the server's own words where they belong into it. */
export interface FailureText {
  readonly key: string
  readonly serverMessage: string | null
}

const includes = (codes: readonly string[], code: string): boolean => codes.includes(code)

/** The text of a failed call; null for the failures that show nothing. */
export const failureText = (failure: Failure): FailureText | null => {
  const code = failure.errorCode ?? (failure.status === 429 ? 'too_many_requests' : 'general_error')
  if (includes(silentErrorCodes, code)) return null
  const serverMessage = includes(explainedErrorCodes, code) ? (failure.errorMessage ?? null) : null
  return { key: `restApiErrors.${code}`, serverMessage }
}

/** As `failureText` for the issuance calls, whose codes are in `code` and spelled in capitals. */
export const issuanceFailureText = (failure: Failure): FailureText | null => {
  if (!failure.code) return failureText(failure)
  if (failure.code === 'FLEET_MANAGEMENT_NOT_OPTED_IN') return null
  const isExplained = failure.code === 'ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR'
  return {
    key: `restIssuanceApiErrors.${failure.code}`,
    serverMessage: isExplained ? (failure.message ?? null) : null,
  }
}
