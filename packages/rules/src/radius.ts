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

/** What one attribute holds (RFC 2865, section 5.18): bytes of UTF-8. */
export const radiusMessageBytes = 253
/** What User-Password holds (RFC 2865, section 5.2): bytes. */
export const radiusPasswordBytes = 128

export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length

const placeholder = /\{([^{}]*)\}/g
const challengeValues = ['prompt', 'company', 'application'] as const
type ChallengeValues = Readonly<Record<(typeof challengeValues)[number], string>>

/** What is wrong with the text of a challenge; null where nothing is. */
export const challengeTextFault = (text: string): string | null => {
  if (utf8Bytes(text) > radiusMessageBytes) return 'challenge_text_long'
  const named = [...text.matchAll(placeholder)].map(([, name]) => name)
  const isKnown = named.every((name) => challengeValues.some((known) => known === name))
  if (!isKnown) return 'challenge_text_placeholder'
  return named.includes('prompt') ? null : 'challenge_text_prompt'
}

/** As much of a text as one attribute holds, never half a character. */
export const cutToMessage = (text: string): string => {
  let bytes = 0
  let end = 0
  for (const sign of text) {
    bytes += utf8Bytes(sign)
    if (bytes > radiusMessageBytes) break
    end += sign.length
  }
  return text.slice(0, end)
}

/** A challenge as the application words it; the prompt alone where it would not fit otherwise. */
export const challengeMessage = (text: string | null, values: ChallengeValues): string => {
  const filled = (text ?? '{prompt}').replaceAll(placeholder, (whole, name: string) => {
    const known = challengeValues.find((each) => each === name)
    return known === undefined ? whole : values[known]
  })
  return cutToMessage(utf8Bytes(filled) > radiusMessageBytes ? values.prompt : filled)
}

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

/** Letters of a code at the end: its digits, or two groups of them as apps show it (`123 456`). */
const codeLengthAt = (typed: string, codeDigits: number): number | null => {
  const isCode = (text: string): boolean => {
    const code = foldCode(text)
    return code.length === codeDigits && /^\d+$/.test(code)
  }
  if (isCode(typed.slice(-codeDigits))) return codeDigits
  const grouped = typed.slice(-codeDigits - 1)
  const isGrouped = /^\s$/.test(grouped.charAt(Math.floor(codeDigits / 2)))
  return isGrouped && isCode(grouped) ? codeDigits + 1 : null
}

/** What one field says: a password, or one with the digits of a code behind it. */
export const splitPassword = (
  typed: string,
  { format, codeDigits }: { readonly format: RadiusPasswordFormat; readonly codeDigits: number },
): SplitPassword => {
  const length = format === 'PASSWORD' ? null : codeLengthAt(typed, codeDigits)
  if (length === null || typed.length <= length) return { password: typed, code: null }
  return { password: typed.slice(0, -length), code: foldCode(typed.slice(-length)) }
}
