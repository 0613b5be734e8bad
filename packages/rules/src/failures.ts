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

/** Whether an error shows no message at all: its code is handled elsewhere, or is no news. */
export const isSilent = oneOf(silentErrorCodes)

/** Error codes whose message includes what the server said. */
export const isExplainedByServer = oneOf([
  'email_template_body_syntax_error',
  'smartcredential_variable_value_not_unique',
])
