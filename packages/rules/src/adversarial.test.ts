import { expect, test } from 'vitest'
import { matchesPattern } from '../testing/matches-pattern.ts'
import { isCssColour } from './colours.ts'
import { isRelativeDate } from './dates.ts'
import { machineIdForm } from './device-fingerprint.ts'
import { isDistinguishedName } from './distinguished-names.ts'
import { isUserPrincipalName, isUuid, isWindowsAccount } from './identifiers.ts'
import { safeRedirect } from './landing.ts'
import { areUnique } from './lists.ts'
import { localeOfTag } from './locales.ts'
import { isMailAddress } from './mail.ts'
import { isDnsNameOrWildcard, isHostnameOrIp, isIpOrCidr, isVersion } from './network.ts'
import { numberOf } from './numbers.ts'
import { passwordFaults } from './passwords.ts'
import { normalisePhone } from './phones.ts'
import { placeholdersOf } from './placeholders.ts'
import { normaliseIdentifier } from './precis.ts'
import { isReplaceFilter } from './replace-filters.ts'
import { retryWaitSeconds } from './retry.ts'
import { heldInSearchBox } from './search.ts'
import { foldName, isExportName, isJson, isUserCodeAtLeast, plainText } from './text.ts'
import { isUploadFileName } from './uploads.ts'
import { isCustomScheme, isNativeAppUri, isOrigin, isWebUrl } from './uris.ts'
import { searchWords } from './word-search.ts'

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
  placeholdersOf,
  heldInSearchBox,
  localeOfTag,
  normaliseIdentifier,
  numberOf,
  plainText,
  safeRedirect,
  areUnique: (text) => areUnique(text.split(',')),
  isUserCodeAtLeast: (text) => isUserCodeAtLeast(text, 8),
  machineIdForm: (text) => machineIdForm.test(text),
  normalisePhone: (text) => normalisePhone(text, 'US'),
  matchesPattern: (text) => matchesPattern(text, '^(a+)+$'),
  patternItself: (text) => matchesPattern('aaaa', text),
  searchWords: (text) => searchWords([text, 'x'], (name) => ({ name, also: [text] }), text),
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

test('plain text costs CPU time in proportion to its length, blanks without a line break too', () => {
  const before = process.threadCpuUsage()
  expect(plainText(`a${' '.repeat(120_000)}x`)).toHaveLength(120_002)
  expect(plainText(`a${' '.repeat(120_000)}\nx`)).toBe('a\nx')
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
})
