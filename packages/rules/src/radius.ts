import { foldCode } from './codes.ts'
import type { AuthenticationMethodId } from './sign-in.ts'

/** Ways of signing in that fit into one field for a password, with what is asked for after it. */
export const radiusMethods = [
  'PASSWORD_ONLY',
  'PASSWORD_SECOND_FACTOR',
  'PASSWORD_PLUS_SOFT_HARDWARE_TOKEN',
  'SOFT_HARDWARE_TOKEN_OTP',
  'DEFAULT_SECOND_FACTOR',
  'SMART_LOGIN',
] as const satisfies readonly AuthenticationMethodId[]
export type RadiusMethod = (typeof radiusMethods)[number]

export const radiusPasswordFormats = ['PASSWORD', 'PASSWORD_AND_CODE'] as const
export type RadiusPasswordFormat = (typeof radiusPasswordFormats)[number]

export const radiusUserNameFormats = ['AS_SENT', 'WITHOUT_DOMAIN'] as const
export type RadiusUserNameFormat = (typeof radiusUserNameFormats)[number]

export const radiusAddressAttributes = ['NONE', 'CALLING_STATION_ID', 'FRAMED_IP_ADDRESS'] as const
export type RadiusAddressAttribute = (typeof radiusAddressAttributes)[number]

export const radiusReplyValueTypes = ['TEXT', 'NUMBER', 'ADDRESS'] as const
export type RadiusReplyValueType = (typeof radiusReplyValueTypes)[number]

export const radiusReplySources = ['CONSTANT', 'USER_ID', 'EMAIL', 'GROUPS'] as const
export type RadiusReplySource = (typeof radiusReplySources)[number]

/**
 * Numbers that the protocol itself uses: the person's name and proofs, Reply-Message, State,
 * Vendor-Specific, Proxy-State, CHAP-Challenge, EAP-Message, Message-Authenticator, accounting.
 */
const reserved: readonly number[] = [1, 2, 3, 18, 24, 26, 33, 60, 79, 80]

/** Whether an answer may carry a standard attribute of this number by an administrator's wish. */
export const isReplyAttributeType = (type: number): boolean =>
  !reserved.includes(type) && (type < 40 || type > 55)

/** The name that is looked up: without `DOMAIN\` before it, or `@domain` behind it. */
export const radiusUserName = (sent: string, format: RadiusUserNameFormat): string => {
  if (format === 'AS_SENT') return sent
  const behind = sent.slice(sent.lastIndexOf('\\') + 1)
  const at = behind.indexOf('@')
  return at > 0 ? behind.slice(0, at) : behind
}

export interface SplitPassword {
  readonly password: string
  /** Null where none stands behind the password. */
  readonly code: string | null
}

/** What one field says: a password, or one with the digits of a code behind it. */
export const splitPassword = (
  typed: string,
  { format, codeDigits }: { readonly format: RadiusPasswordFormat; readonly codeDigits: number },
): SplitPassword => {
  const code = foldCode(typed.slice(-codeDigits))
  const isCode = typed.length > codeDigits && code.length === codeDigits && /^\d+$/.test(code)
  if (format === 'PASSWORD' || !isCode) return { password: typed, code: null }
  return { password: typed.slice(0, -codeDigits), code }
}
