import { describe, expect, it } from 'vitest'
import {
  allowed,
  first,
  stepsOf,
  under,
  usualRules,
} from '../../../../../testing/access/plan-cases.ts'
import { type Rules, type Standing, usableKinds } from './plan.ts'

describe('what other purposes demand', () => {
  it('a reset takes every second factor there is, and nothing that stands in for one', () => {
    expect(allowed('RESET', { held: ['TOKEN', 'RECOVERY_CODE', 'TEMP_ACCESS_CODE'] })).toEqual([
      ['OTP'],
      ['TOKEN'],
    ])
    expect(allowed('RESET', {})).toEqual([['OTP']])
  })

  it.each<[string, Partial<Standing>, boolean, readonly (readonly string[])[]]>([
    ['an administrator', { administrator: true }, true, [['OTP'], ['TOKEN']]],
    ['an administrator who must not reset', { administrator: true }, false, [['OTP'], []]],
    ['a user where administrators must not reset', {}, false, [['OTP'], ['TOKEN']]],
  ])('a reset by %s', (_, person, administratorsReset, steps) => {
    expect(allowed('RESET', { held: ['TOKEN'], ...person }, { administratorsReset })).toEqual(steps)
  })

  it('a reset asks what people know of themselves where nothing better is there', () => {
    const asking = { resetQuestions: 2 }
    const reset = (person: Partial<Standing>, more: Partial<Rules> = {}) =>
      allowed('RESET', { questions: 2, ...person }, { ...asking, ...more })
    expect(reset({})).toEqual([['OTP'], ['KBA']])
    expect(reset({ held: ['TOKEN'] })).toEqual([['OTP'], ['TOKEN']])
    expect(reset({ questions: 1 })).toEqual([['OTP']])
    expect(reset({ questions: 1 }, { resetNeedsSecondFactor: true })).toEqual([['OTP'], []])
    expect(reset({ administrator: true })).toEqual([['OTP']])
    expect(reset({ administrator: true }, { resetNeedsSecondFactor: true })).toEqual([['OTP'], []])
    expect(reset({}, { resetQuestions: 0 })).toEqual([['OTP']])
  })

  it('a sign-in and a step-up never ask what people know of themselves', {
    meta: { covers: ['S12'] },
  }, () => {
    const more = { resetQuestions: 2, secondFactorDemanded: true }
    expect(allowed('SIGN_IN', { questions: 9, mailable: false }, more)).toEqual([first, []])
    expect(allowed('STEP_UP', { questions: 9 }, more)).toEqual([['PASSWORD']])
    // Guard: secondKinds and standInKinds. Nor beside what somebody holds.
    const holder = { questions: 9, held: ['TOKEN', 'RECOVERY_CODE'] } as const
    expect(allowed('SIGN_IN', holder, more)).toEqual([first, ['TOKEN', 'RECOVERY_CODE']])
    expect(allowed('STEP_UP', holder, more)).toEqual([['TOKEN']])
  })

  it('a step-up takes the strongest there is', () => {
    expect(allowed('STEP_UP', { held: ['TOKEN', 'TEMP_ACCESS_CODE'] })).toEqual([['TOKEN']])
    expect(allowed('STEP_UP', { held: ['TOKEN'] })).toEqual([['TOKEN']])
    expect(allowed('STEP_UP', {})).toEqual([['PASSWORD']])
  })

  it('a step-up takes what the application asks for instead', () => {
    expect(allowed('STEP_UP', { held: ['TOKEN'] }, { stepUpAsks: ['FIDO'] })).toEqual([['FIDO']])
  })

  it.each([
    ['STEP_UP', true],
    ['VERIFY', undefined],
    ['SIGN_IN', undefined],
  ] as const)('%s shows where a code goes only to a user who is signed in', (purpose, signedIn) => {
    expect(stepsOf(purpose, {})[0].signedIn).toBe(signedIn)
  })

  it.each<[string, Partial<Standing>, Partial<Rules>, readonly string[]]>([
    ['a code by mail', {}, {}, ['OTP']],
    ['nothing from a user who has nothing', { mailable: false }, {}, []],
    [
      'what the user has, in order of preference',
      { held: ['GRID', 'TOKEN', 'TOKENPUSH'] },
      {},
      ['TOKENPUSH', 'TOKEN', 'GRID', 'OTP'],
    ],
    [
      'neither passkeys, recovery codes nor answers to questions',
      { held: ['FIDO', 'RECOVERY_CODE', 'GRID'], questions: 9, mailable: false },
      {},
      ['GRID'],
    ],
    ['what it was asked to take', { held: ['GRID'] }, { stepUpAsks: ['TOKEN'] }, ['TOKEN']],
  ])('the verification of a caller takes %s', (_, person, more, kinds) => {
    expect(allowed('VERIFY', person, more)).toEqual([kinds])
  })

  it('a setup enrols a second factor whatever there was', () => {
    expect(allowed('SETUP', { held: ['TOKEN'] })).toEqual([['PASSWORD'], []])
  })
})

describe('an invited user', () => {
  const by = (invitedBy: 'PASSWORD' | 'PASSKEY', person: Partial<Standing>, more: object = {}) =>
    stepsOf('SIGN_IN', person, { invitedBy, ...more }).map(({ allowed: kinds, enrols = [] }) => ({
      kinds,
      enrols,
    }))
  const password = { kinds: ['PASSWORD'], enrols: [] }
  const passkey = { kinds: [], enrols: ['FIDO'] }
  const enrolment = { kinds: [], enrols: ['TOKEN', 'FIDO'] }

  it.each<[string, Partial<Standing>, object]>([
    ['the flow asks for it once it is held', {}, {}],
    ['the flow always asks for it', {}, under({ secondFactor: 'ALWAYS' })],
    ['they administer', { administrator: true }, under({ secondFactor: 'NONE' })],
  ])('enrols a second factor beside the password where %s', (_, person, more) => {
    expect(by('PASSWORD', person, more)).toEqual([password, enrolment])
  })

  it('enrols what the flow takes, and nothing where it never asks', () => {
    const apps = under({ secondFactors: ['TOKEN', 'OTP'] })
    expect(by('PASSWORD', {}, apps)).toEqual([password, { kinds: [], enrols: ['TOKEN'] }])
    expect(by('PASSWORD', {}, under({ secondFactor: 'NONE' }))).toEqual([password])
  })

  it('proves what was given to them before', { meta: { covers: ['S2'] } }, () => {
    const [, second] = by('PASSWORD', { held: ['GRID'] })
    expect(second?.kinds).toEqual(['GRID'])
  })

  it('makes a passkey, which is both', () => {
    expect(by('PASSKEY', {})).toEqual([passkey])
    expect(stepsOf('SIGN_IN', {}, { invitedBy: 'PASSKEY' })[0].takes).toEqual(['PASSKEY'])
  })

  it.each(['PASSWORD', 'PASSKEY'] as const)(
    'is not let in by %s where the flow denies access',
    (one) => {
      const steps = by(one, {}, under({ outcome: 'DENY' }))
      expect(steps[1]).toEqual({ kinds: [], enrols: [] })
    },
  )
})

describe('the authenticators of each purpose', () => {
  const all = {
    ...usualRules,
    ...under({
      firstFactors: ['PASSWORD', 'TOKENPUSH'],
      secondFactors: ['TOKENPUSH', 'GRID', 'OTP'],
    }),
    resetQuestions: 2,
  }
  const strong = ['FIDO', 'TOKENPUSH', 'TOKEN', 'TOKENCR', 'GRID', 'FACE', 'EXTERNAL']
  const usual = {
    first: ['PASSWORD', 'TOKENPUSH'],
    second: ['TOKENPUSH', 'GRID', 'OTP'],
    reset: ['OTP', ...strong, 'KBA'],
    verification: ['TOKENPUSH', 'TOKEN', 'GRID', 'OTP'],
  }

  it.each<[string, Partial<Rules>, Partial<typeof usual>]>([
    ['are what the flow and the tenant allow', {}, {}],
    [
      'leave out mailed codes where they are no second factor',
      { mailedSecondFactor: false },
      { second: ['TOKENPUSH', 'GRID'] },
    ],
    [
      'leave out push notifications where they are disabled',
      { pushEnabled: false },
      {
        first: ['PASSWORD'],
        second: ['GRID', 'OTP'],
        reset: ['OTP', ...strong.filter((kind) => kind !== 'TOKENPUSH'), 'KBA'],
        verification: ['TOKEN', 'GRID', 'OTP'],
      },
    ],
    [
      'leave out questions where a reset asks none',
      { resetQuestions: 0 },
      { reset: ['OTP', ...strong] },
    ],
    [
      'leave out second factors where the flow asks for none',
      { flow: { ...all.flow, secondFactor: 'NONE' } },
      { second: [] },
    ],
  ])('%s', (_, rules, differing) => {
    expect(usableKinds({ ...all, ...rules })).toEqual({ ...usual, ...differing })
  })
})
