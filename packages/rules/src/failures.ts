import { oneOf } from './membership.ts'

/** Error codes of which users see no message. */
export const silentErrorCodes = [
  'no_transaction',
  'password_change_required',
  'invalid_web_session',
  'directory_sync_info_not_found',
  'passwordunlock_not_supported',
  'passwordunlock_timeout',
  'renew_sp_user',
  'FLEET_MANAGEMENT_NOT_OPTED_IN',
] as const

const silent: ReadonlySet<string> = new Set(silentErrorCodes.map((code) => code.toLowerCase()))

/**
 * Whether an error shows no message at all: its code is handled elsewhere, or is no news. Stored codes are
 * in capitals, and some answers have nothing else.
 */
export const isSilent = (code: string): boolean => silent.has(code.toLowerCase())

/** Error codes whose message includes what the server said. */
export const isExplainedByServer = oneOf([
  'email_template_body_syntax_error',
  'smartcredential_variable_value_not_unique',
])
