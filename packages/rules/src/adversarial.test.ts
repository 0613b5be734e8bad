import { expect, test } from 'vitest'
import { isCssColour } from './colours.ts'
import { isRelativeDate } from './dates.ts'
import { isDistinguishedName } from './distinguished-names.ts'
import { isMachineId, isUserPrincipalName, isUuid, isWindowsAccount } from './identifiers.ts'
import { safeRedirect } from './landing.ts'
import { hasUniqueEntries } from './lists.ts'
import { localeOfTag } from './locales.ts'
import { isMailAddress } from './mail.ts'
import { isDnsNameOrWildcard, isHostnameOrIp, isIpOrCidr, isVersion } from './network.ts'
import { numberOf } from './numbers.ts'
import { passwordFaults } from './passwords.ts'
import { matchesPattern } from './patterns.ts'
import { isPhoneForCountry } from './phones.ts'
import { hasValidPlaceholders } from './placeholders.ts'
import { normaliseIdentifier, normaliseMail } from './precis.ts'
import { isReplaceFilter } from './replace-filters.ts'
import { retryWaitSeconds } from './retry.ts'
import { heldInSearchBox } from './search.ts'
import { foldName, isExportName, isJson, isUserCodeAtMost } from './text.ts'
import { isUploadFileName } from './uploads.ts'
import { isCustomScheme, isNativeAppUri, isOrigin, isWebUrl } from './uris.ts'

const size = 100_000
const policy = {
  minimumLength: 8,
  maximumLength: 128,
  classes: {
    digit: 'ALLOWED',
    lowercase: 'ALLOWED',
    uppercase: 'ALLOWED',
    special: 'ALLOWED',
  },
  forbiddenWords: ['signet'],
} as const

const checks: Readonly<Record<string, (text: string) => unknown>> = {
  isCssColour,
  isCustomScheme,
  isDistinguishedName,
  isDnsNameOrWildcard,
  isExportName,
  isHostnameOrIp,
  isIpOrCidr,
  isJson,
  isMachineId,
  isMailAddress,
  isNativeAppUri,
  isOrigin,
  isRelativeDate,
  isReplaceFilter,
  isUploadFileName,
  isUserPrincipalName,
  isUuid,
  isVersion,
  isWebUrl,
  isWindowsAccount,
  foldName,
  hasValidPlaceholders,
  heldInSearchBox,
  localeOfTag,
  normaliseIdentifier,
  normaliseMail,
  numberOf,
  safeRedirect,
  hasUniqueEntries: (text) => hasUniqueEntries(text, ','),
  isPhoneForCountry: (text) => isPhoneForCountry(text, 'US'),
  isUserCodeAtMost: (text) => isUserCodeAtMost(text, 8),
  matchesPattern: (text) => matchesPattern(text, '^(a+)+$'),
  patternItself: (text) => matchesPattern('aaaa', text),
  passwordFaults: (text) => passwordFaults(text, policy, ['ann']),
  retryWaitSeconds: (text) => retryWaitSeconds(1, text, () => 0),
}

/** Shapes that make careless expressions run for hours: long runs with a wrong end. */
const inputs = [
  `${'a'.repeat(size)}!`,
  `${'1'.repeat(size)}x`,
  `${'a.'.repeat(size / 2)}!`,
  `${'a-'.repeat(size / 2)}_`,
  `a@${'a.'.repeat(size / 2)}`,
  `http://${'a:'.repeat(size / 2)}`,
  `myapp://${'a/'.repeat(size / 2)}\u0000`,
  `CN=${'\\,'.repeat(size / 2)}\\`,
  `${'CN=a,'.repeat(size / 5)}`,
  '{{'.repeat(size / 2),
  '{{USER.a}}'.repeat(size / 10),
  '('.repeat(size),
  `${'(a+)+'.repeat(size / 5)}$`,
  '['.repeat(size),
  `+${'9'.repeat(size)}`,
  `rgb(${'1 '.repeat(size / 2)}`,
  ' '.repeat(size),
  `${' '.repeat(size)}x`,
  `x${'\u3000'.repeat(size)}y`,
  'e\u0301'.repeat(size / 2),
  '\u0301'.repeat(size),
  '\ud800'.repeat(size),
  ':'.repeat(size),
  '/'.repeat(size),
  `.filter(${'('.repeat(size)}).matcher(a).replace(b).end()`,
]

test.each(Object.keys(checks))('%s answers for hostile inputs of 100 kB', (name) => {
  const check = checks[name] ?? expect.unreachable
  for (const input of inputs) expect(() => check(input)).not.toThrow()
})
