import { describe, expect, test } from 'vitest'
import { matchesPattern } from '../../testing/matches-pattern.ts'
import { bundleMoves } from '../bundles.ts'
import { cutClientInfo } from '../clients.ts'
import { isCssColour } from '../colours.ts'
import { countryOfSuffix } from '../countries.ts'
import { isRelativeDate } from '../dates.ts'
import { machineIdForm } from '../device-fingerprint.ts'
import { userDisplayName } from '../display.ts'
import { isDistinguishedName } from '../distinguished-names.ts'
import { durationFromMs, isDurationWithin } from '../durations.ts'
import * as identifiers from '../identifiers.ts'
import { areUnique } from '../lists.ts'
import { isMailAddress } from '../mail.ts'
import { oneOf } from '../membership.ts'
import * as network from '../network.ts'
import * as numbers from '../numbers.ts'
import { expandActions, permissionActions } from '../permissions.ts'
import { normalisePhone } from '../phones.ts'
import { placeholdersOf } from '../placeholders.ts'
import { queryText } from '../queries.ts'
import { isReplaceFilter } from '../replace-filters.ts'
import { type ClassRestrictions, isSomeClassAllowed, restrictionValues } from '../restrictions.ts'
import { retryWaitSeconds } from '../retry.ts'
import { heldInSearchBox } from '../search.ts'
import { idlePromptLeadMs } from '../sessions.ts'
import { severityOf } from '../severity.ts'
import { loginFlowTypes } from '../sign-in.ts'
import * as smartCredentials from '../smart-credentials.ts'
import * as status from '../status.ts'
import { isTermsAcknowledged } from '../terms.ts'
import * as text from '../text.ts'
import { isUploadFileName } from '../uploads.ts'
import * as uris from '../uris.ts'
import * as usage from '../usage.ts'
import vectors from './validation.json' with { type: 'json' }

interface Vector {
  readonly valid: readonly unknown[]
  readonly invalid: readonly unknown[]
}
type Vectors = Readonly<Record<string, Vector>>
/** For each rule the function that accepts or refuses one of its examples. */
type Checks<Table extends Vectors> = {
  readonly [Id in keyof Table]: (
    example: Table[Id]['valid'][number] | Table[Id]['invalid'][number],
  ) => boolean
}

type Words = Readonly<Record<keyof ClassRestrictions, string>>

const isRestriction = oneOf(restrictionValues)
const restriction = (word: string) => {
  if (!isRestriction(word)) throw new Error(`${word} is no restriction`)
  return word
}
const classesOf = ({ digit, lowercase, uppercase, special }: Words): ClassRestrictions => ({
  digit: restriction(digit),
  lowercase: restriction(lowercase),
  uppercase: restriction(uppercase),
  special: restriction(special),
})

/** Rules of the catalogue that are a case of one that the product has are put together from it. */
const rules: Checks<typeof vectors.rules> = {
  'character-classes-not-all-forbidden': (words) => isSomeClassAllowed(classesOf(words)),
  'css-colour': isCssColour,
  'custom-scheme': uris.isCustomScheme,
  'directory-group-filter': identifiers.isDirectoryGroupFilter,
  'disallowed-characters': text.hasNoDisallowedCharacters,
  'distinguished-name': isDistinguishedName,
  'dns-name-or-wildcard': network.isDnsNameOrWildcard,
  'domain-name': network.isDomainName,
  'duration-range': ({ value, unit, ...bounds }) => isDurationWithin(value, unit, bounds),
  email: isMailAddress,
  'export-name-and-secret': text.isExportName,
  hostname: network.isHostname,
  'hostname-or-ip': network.isHostnameOrIp,
  'http-connector-placeholders': (value) => placeholdersOf(value) !== null,
  'https-url': uris.isHttpsUrl,
  'ip-or-cidr': network.isIpOrCidr,
  ipv4: network.isIpv4,
  json: text.isJson,
  'login-flow-type': oneOf(loginFlowTypes),
  'machine-id': (value) => machineIdForm.test(value),
  'matches-regex': ({ value, pattern }) => matchesPattern(value, pattern),
  'max-length-trimmed': ({ value, bound }) => text.isTrimmedLengthAtMost(value, bound),
  'min-length': ({ value, bound }) => text.isLengthAtLeast(value, bound),
  'min-length-trimmed': ({ value, bound }) => text.isTrimmedLengthAtLeast(value, bound),
  'native-app-uri-scheme': uris.isNativeAppUri,
  'need-one': text.isOneFilled,
  'no-angle-brackets': (value) => text.withoutAngleBrackets.test(value),
  'no-duplicate-characters': text.hasNoDuplicateCharacters,
  'no-spaces': text.hasNoSpaces,
  'not-null': (value) => value !== null && value !== undefined,
  'number-below-maximum': ({ value, bound }) => (numbers.numberOf(value) ?? bound) < bound,
  'number-between': ({ value, ...range }) => numbers.isNumberBetween(value, range),
  'number-between-with-unit': ({ value, unit, min, max }) =>
    isDurationWithin(value, unit, { minMs: min, maxMs: max }),
  'number-greater-than': ({ value, bound }) => (numbers.numberOf(value) ?? bound) > bound,
  'numeric-greater-or-equal-field': ({ value, other }) => numbers.isAtLeastField(value, other),
  'numeric-less-or-equal-field': ({ value, other }) => numbers.isAtMostField(value, other),
  'numeric-less-than': ({ value, other }) => numbers.isLessThanField(value, other),
  origin: uris.isOrigin,
  'phone-for-country': ({ value, country }) => normalisePhone(value, country) !== null,
  'redirect-uri': uris.isRedirectUri,
  'relative-date': isRelativeDate,
  'replace-filter-regex': isReplaceFilter,
  required: text.isFilled,
  'smart-credential-classes': (words) => isSomeClassAllowed(classesOf(words)),
  'smart-credential-max-length': ({ maxLength, ...words }) =>
    smartCredentials.isMaxLengthEnough(maxLength, classesOf(words)),
  'smart-credential-modifiable-needs-displayable': smartCredentials.isModifiableShown,
  'smart-credential-modifiable-needs-value': smartCredentials.isModifiableFilled,
  'terms-acknowledged': isTermsAcknowledged,
  'unique-in-delimited-list': ({ value, delimiter }) => areUnique(value.split(delimiter)),
  'unique-in-list': ({ value, list }) => areUnique([value, ...list]),
  'upload-file-type': isUploadFileName,
  'user-code-max-length': ({ value, bound }) => text.isUserCodeAtMost(value, bound),
  'user-code-min-length': ({ value, bound }) => text.isUserCodeAtLeast(value, bound),
  'user-principal-name': identifiers.isUserPrincipalName,
  uuid: identifiers.isUuid,
  version: network.isVersion,
  'windows-account': identifiers.isWindowsAccount,
}

const isBundleMove = ({ from, to }: { from: string; to: string }): boolean =>
  Object.entries(bundleMoves).some(([type, moves]) => type === from && oneOf(moves)(to))

const isAction = oneOf(permissionActions)
const isGrantedAction = oneOf([...permissionActions, 'ALL'])
const isContractKind = oneOf(['paid', 'trial', 'smsVoice'])

const usageLevel = (example: {
  kind: string
  consumed?: number | undefined
  remainingPercent?: number | undefined
}): string =>
  example.kind === 'trialIssuance'
    ? usage.trialIssuanceLevel(example.consumed ?? Number.NaN)
    : usage.authenticationUsageLevel(example.remainingPercent ?? Number.NaN)

/** A wait lies between what the two ends of the random fraction give, the upper one excluded. */
const isWait = (retry: number, header: string | null, waitSeconds: number): boolean => {
  const least = retryWaitSeconds(retry, header, () => 0)
  const most = retryWaitSeconds(retry, header, () => 1 - Number.EPSILON)
  return waitSeconds >= least && waitSeconds <= most
}

const mappings: Checks<typeof vectors.mappings> = {
  'authenticator-display-status': ({ now, status: shown, ...record }) =>
    status.authenticatorStatus(record, now) === shown,
  'bundle-upgrade': isBundleMove,
  'card-display-status': ({ status: shown, ...record }) => status.cardStatus(record) === shown,
  'client-info-cut': ({ given, kept }) => cutClientInfo(given) === kept,
  'contract-expiry-level': ({ contract, daysLeft, level }) =>
    isContractKind(contract) && usage.contractExpiryLevel(contract, daysLeft) === level,
  'duration-initial-unit': ({ ms, value, unit }) => {
    const shown = durationFromMs(ms)
    return shown.value === value && shown.unit === unit
  },
  'expiry-only-display-status': ({ expiryTime, now, status: shown }) =>
    status.expiryStatus(expiryTime, now) === shown,
  'host-suffix-country': ({ suffix, country }) => countryOfSuffix(suffix) === country,
  'idle-prompt-lead': ({ sessionMs, leadMs }) => idlePromptLeadMs(sessionMs) === leadMs,
  'kba-display-status': ({ maximumNumberOfQuestions, status: shown }) =>
    status.kbaStatus(maximumNumberOfQuestions) === shown,
  'permission-implication': ({ granted, asked }) =>
    isAction(asked) && expandActions(granted.filter(isGrantedAction)).includes(asked),
  'query-parameter-dropping': ({ parameters, query }) => queryText(parameters) === query,
  'rate-limit-wait': ({ retry, header, waitSeconds }) => isWait(retry, header, waitSeconds),
  'search-box': ({ typed, held }) => heldInSearchBox(typed) === held,
  'severity-of-status': ({ status: shown, severity }) => severityOf(shown) === severity,
  'temporary-access-code-display-status': ({ status: shown, ...record }) =>
    status.temporaryCodeStatus(record) === shown,
  'usage-level': ({ level, ...example }) => usageLevel(example) === level,
  'user-display-name': ({ shown, ...user }) => userDisplayName(user) === shown,
}

const judge = <Table extends Vectors>(table: Table, checks: Checks<Table>): void => {
  test('has a check for every entry', () => {
    expect(Object.keys(checks).toSorted()).toEqual(Object.keys(table).toSorted())
  })
  for (const id in table) {
    test(`judges every example of ${id}`, {
      meta: {
        covers: [
          'bundles.upgrade',
          'errors.unknown-login-flow',
          'permissions.all-grants-four',
          'permissions.implied-view',
          'tenancy.country-from-host',
          'transport.null-query',
          'users.client-info',
          'users.display-name',
          'authenticator-display-status',
          'bundle-upgrade',
          'card-display-status',
          'character-classes-not-all-forbidden',
          'client-info-cut',
          'contract-expiry-level',
          'css-colour',
          'custom-scheme',
          'directory-group-filter',
          'disallowed-characters',
          'distinguished-name',
          'dns-name-or-wildcard',
          'domain-name',
          'duration-initial-unit',
          'duration-range',
          'email',
          'expiry-only-display-status',
          'export-name-and-secret',
          'host-suffix-country',
          'hostname',
          'hostname-or-ip',
          'http-connector-placeholders',
          'https-url',
          'idle-prompt-lead',
          'ip-or-cidr',
          'ipv4',
          'json',
          'kba-display-status',
          'login-flow-type',
          'machine-id',
          'matches-regex',
          'max-length-trimmed',
          'min-length',
          'min-length-trimmed',
          'native-app-uri-scheme',
          'need-one',
          'no-angle-brackets',
          'no-duplicate-characters',
          'no-spaces',
          'not-null',
          'number-below-maximum',
          'number-between',
          'number-between-with-unit',
          'number-greater-than',
          'numeric-greater-or-equal-field',
          'numeric-less-or-equal-field',
          'numeric-less-than',
          'origin',
          'permission-implication',
          'phone-for-country',
          'query-parameter-dropping',
          'rate-limit-wait',
          'redirect-uri',
          'relative-date',
          'replace-filter-regex',
          'required',
          'search-box',
          'severity-of-status',
          'smart-credential-classes',
          'smart-credential-max-length',
          'smart-credential-modifiable-needs-displayable',
          'smart-credential-modifiable-needs-value',
          'temporary-access-code-display-status',
          'terms-acknowledged',
          'unique-in-delimited-list',
          'unique-in-list',
          'upload-file-type',
          'usage-level',
          'user-code-max-length',
          'user-code-min-length',
          'user-display-name',
          'user-principal-name',
          'uuid',
          'version',
          'windows-account',
          'constant:cidr.ipv4-prefix-max',
          'constant:cidr.ipv4-prefix-min',
          'constant:cidr.ipv6-prefix-max',
          'constant:cidr.ipv6-prefix-min',
          'constant:contract.expiry-shown-below-paid',
          'constant:contract.expiry-shown-below-trial',
          'constant:contract.expiry-warning-above-paid',
          'constant:contract.expiry-warning-above-trial',
          'constant:email.domain-max',
          'constant:email.local-part-max',
          'constant:kba.inactive-at',
          'constant:machine-id.bytes',
          'constant:machine-id.separator',
          'constant:usage.authentication-error-below',
          'constant:usage.authentication-warning-below',
          'constant:usage.trial-issuance-error-above',
          'constant:usage.trial-issuance-warning-above',
          'formatting.duration-initial-unit',
          'formatting.relative-date',
          'login.flow-types',
          'retry.backoff',
          'session.idle-prompt',
          'shell.terms-checkbox',
          'status.authenticator',
          'status.card',
          'status.expiry-only',
          'status.kba',
          'status.severity',
          'status.temporary-access-code',
          'usage.authentication',
          'usage.expiry-level',
          'usage.expiry-shown',
          'usage.levels',
          'usage.sms-voice',
          'usage.trial-issuance',
          'constant:client-info.max-length',
          'constant:country.suffix-count',
          'constant:duration.factor-day',
          'constant:duration.factor-hour',
          'constant:duration.factor-millisecond',
          'constant:duration.factor-minute',
          'constant:duration.factor-second',
        ],
      },
    }, () => {
      expect(table[id]?.valid.filter((example) => !checks[id](example))).toEqual([])
      expect(table[id]?.invalid.filter((example) => checks[id](example))).toEqual([])
    })
  }
}

describe('rules', () => judge(vectors.rules, rules))
describe('mappings', () => judge(vectors.mappings, mappings))

test('holds 57 rules and 18 mappings with 878 examples', () => {
  const tables: readonly Vector[] = [
    ...Object.values(vectors.rules),
    ...Object.values(vectors.mappings),
  ]
  expect(Object.keys(vectors.rules)).toHaveLength(57)
  expect(Object.keys(vectors.mappings)).toHaveLength(18)
  expect(tables.reduce((sum, { valid, invalid }) => sum + valid.length + invalid.length, 0)).toBe(
    878,
  )
})
