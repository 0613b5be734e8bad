import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { queryPasswordReset } from './access/password-reset.ts'
import { ResourceRuleChange } from './access/resource-rules.ts'
import { readUserCode } from './access/user-codes.ts'
import { FidoChange } from './authenticators/fido.ts'
import { SiteRole } from './identity/roles.ts'
import { FlashPassRequest } from './issuance/flash-passes.ts'
import { PrintRequest } from './issuance/print-jobs.ts'
import { type Family, formOf } from './kit/settings-family.ts'
import { SyslogApplicationChange } from './operations/syslog-applications.ts'
import { authenticatorProvisioningFamily } from './settings/authenticatorprovisioning.ts'
import { clientRegistrationFamily } from './settings/clientregistration.ts'
import { generalFamily } from './settings/general.ts'
import { kbaFamily } from './settings/kba.ts'
import { KbaSynonyms } from './settings/kba-questions.ts'
import { notificationFamily } from './settings/notification.ts'
import { otpFamily } from './settings/otp.ts'
import { passwordFamily } from './settings/password.ts'
import { registrationFamily } from './settings/registration.ts'
import { userCertFamily } from './settings/usercertauthenticator.ts'

/** The first fault of a form with changed fields as `path: message`; null where there is none. */
const faultWith = <S extends z.ZodRawShape, Secret extends string>(
  family: Family<S, Secret>,
  change: Partial<Family<S, Secret>['defaults']>,
): string | null => {
  const [issue] = formOf(family).safeParse({ ...family.defaults, ...change }).error?.issues ?? []
  return issue === undefined ? null : `${issue.path.join('.')}: ${issue.message}`
}

const id = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const fingerprint = '0'.repeat(64)
const idle = (sessionIdleMillis: number, sessionAbsoluteMillis: number | null) => ({
  sessionIdleMillis,
  sessionAbsoluteMillis,
})

describe('a settings form', () => {
  it.each([
    [
      'recipients that differ in case only',
      faultWith(notificationFamily, { recipients: ['a@b.test', 'A@b.test'] }),
      'recipients: named_twice',
    ],
    [
      'two recipients',
      faultWith(notificationFamily, { recipients: ['a@b.test', 'c@b.test'] }),
      null,
    ],
    [
      'domains that differ in case only',
      faultWith(registrationFamily, { signUpDomains: ['a.test', ' A.test'] }),
      'signUpDomains: named_twice',
    ],
    [
      'hosts that differ in case only',
      faultWith(clientRegistrationFamily, { redirectHosts: ['a', 'A'] }),
      'redirectHosts: named_twice',
    ],
    [
      'the same fingerprint twice',
      faultWith(userCertFamily, { refused: [fingerprint, fingerprint] }),
      'refused: each_once',
    ],
    [
      'the same prefix twice',
      faultWith(otpFamily, { numberPrefixes: ['+41', '+41'] }),
      'numberPrefixes: each_once',
    ],
    [
      'the same authenticator twice',
      faultWith(authenticatorProvisioningFamily, { selfService: ['FIDO', 'FIDO'] }),
      'selfService: named_twice',
    ],
    ['an idle time of the whole session', faultWith(generalFamily, idle(300_000, 300_000)), null],
    ['an idle time without a session limit', faultWith(generalFamily, idle(600_000, null)), null],
    [
      'an idle time above the session limit',
      faultWith(generalFamily, idle(600_000, 300_000)),
      'sessionIdleMillis: above_absolute_life',
    ],
    [
      'more questions at least than at most',
      faultWith(kbaFamily, { maximumNumberOfQuestions: 2, minimumNumberOfQuestions: 3 }),
      'minimumNumberOfQuestions: above_maximum_questions',
    ],
    [
      'more questions asked than answered',
      faultWith(kbaFamily, { questionsAsked: 4 }),
      'questionsAsked: above_minimum_questions',
    ],
    [
      'a minimum password age of the maximum age',
      faultWith(passwordFamily, { minimumAgeMillis: 1000, maximumAgeMillis: 1000 }),
      'minimumAgeMillis: not_below_maximum_age',
    ],
    [
      'a minimum password age below the maximum age',
      faultWith(passwordFamily, { minimumAgeMillis: 999, maximumAgeMillis: 1000 }),
      null,
    ],
    [
      'a minimum password age without a maximum age',
      faultWith(passwordFamily, { minimumAgeMillis: 1000, maximumAgeMillis: 0 }),
      null,
    ],
  ])('with %s', (_what, fault, expected) => {
    expect(fault).toBe(expected)
  })
})

describe('a body', () => {
  const rule = { name: 'Rule', resourceId: id }
  const host = { name: 'Collector' }
  const role = { entityType: 'USERS', view: true, add: false, edit: false, remove: false }
  const card = (enrollmentId: string) => ({ enrollmentId })

  it.each<[string, z.ZodType, unknown, string | null]>([
    ['a passkey', FidoChange, { name: 'Ann’s <b>key' }, 'name'],
    ['a passkey', FidoChange, { name: 'Ann’s key' }, null],
    ['a collector', SyslogApplicationChange, { ...host, host: 'a_b.test' }, 'host'],
    ['a collector', SyslogApplicationChange, { ...host, host: '256.0.0.1' }, 'host'],
    ['a collector', SyslogApplicationChange, { ...host, host: '2001:db8::1' }, null],
    ['a resource rule', ResourceRuleChange, { ...rule, mediumFrom: 50, highFrom: 49 }, 'highFrom'],
    ['a resource rule', ResourceRuleChange, { ...rule, mediumFrom: 50, highFrom: 50 }, null],
    ['a user code', readUserCode.body, { userCode: 'BCDF-GHJ' }, 'userCode'],
    ['a user code', readUserCode.body, { userCode: 'BC-DF-GH-JK' }, null],
    ['a password reset', queryPasswordReset.body, { userId: ' ' }, ''],
    ['a password reset', queryPasswordReset.body, {}, ''],
    ['a password reset', queryPasswordReset.body, { userId: 'ann' }, null],
    ['synonyms', KbaSynonyms, { synonyms: [['st', 'saint street']] }, 'synonyms.0.1'],
    ['synonyms', KbaSynonyms, { synonyms: [['st', 'street']] }, null],
    ['a role', SiteRole, { name: 'Role', permissions: [role, role] }, 'permissions'],
    [
      'passes',
      FlashPassRequest,
      { designId: id, enrollmentIds: [id, id.toUpperCase()] },
      'enrollmentIds',
    ],
    [
      'a print',
      PrintRequest,
      { printerIds: [id], cards: [card(id), card(id.toUpperCase())] },
      'cards',
    ],
  ])('of %s (%#) follows the rules of its fields', (_, schema, body, path) => {
    const found = schema.safeParse(body).error?.issues.map((issue) => issue.path.join('.'))
    expect(found ?? null).toEqual(path === null ? null : [path])
  })
})
