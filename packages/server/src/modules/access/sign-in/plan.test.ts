import { describe, expect, it } from 'vitest'
import {
  areIndependent,
  assurance,
  type Evidence,
  methodReferences,
  type Rules,
  requiredSteps,
  type Standing,
  stepDue,
} from './plan.ts'

const nobody: Standing = {
  administrator: false,
  tokens: 0,
  passkeys: 0,
  recoveryCodes: 0,
  mailable: true,
}
const rules: Rules = { passkeyEnabled: true, mailedSecondFactor: true, secondFactorDemanded: false }

const allowed = (
  purpose: Parameters<typeof requiredSteps>[0],
  person: Partial<Standing>,
  more: Partial<Rules> = {},
) =>
  requiredSteps(purpose, { ...nobody, ...person }, { ...rules, ...more }).map(
    (step) => step.allowed,
  )

const first = ['PASSWORD', 'PASSKEY']

describe('what a sign-in demands', () => {
  it.each([
    ['of a plain user', {}, {}, [first]],
    ['of someone with a token', { tokens: 1 }, {}, [first, ['TOKEN']]],
    ['of someone with passkeys', { passkeys: 1, tokens: 1 }, {}, [first, ['FIDO', 'TOKEN']]],
    ['of an administrator without a second factor', { administrator: true }, {}, [first, []]],
    [
      'of an administrator with a token',
      { administrator: true, tokens: 1 },
      {},
      [first, ['TOKEN']],
    ],
    ['for an application that wants two', {}, { secondFactorDemanded: true }, [first, ['OTP']]],
    [
      'for such an application of someone who cannot be mailed',
      { mailable: false },
      { secondFactorDemanded: true },
      [first, []],
    ],
    [
      'where mailed codes are no second factor',
      {},
      { secondFactorDemanded: true, mailedSecondFactor: false },
      [first, []],
    ],
    [
      'with recovery codes',
      { tokens: 1, recoveryCodes: 3 },
      {},
      [first, ['TOKEN', 'RECOVERY_CODE']],
    ],
    ['with recovery codes and nothing they could stand in for', { recoveryCodes: 3 }, {}, [first]],
    ['where passkeys are off', {}, { passkeyEnabled: false }, [['PASSWORD']]],
  ])('%s', (_, person, more, steps) => {
    expect(allowed('SIGN_IN', person, more)).toEqual(steps)
  })
})

describe('what other flows demand', () => {
  it('a reset takes every second factor there is, and no recovery code', () => {
    expect(allowed('RESET', { tokens: 1, recoveryCodes: 5 })).toEqual([['OTP'], ['TOKEN']])
    expect(allowed('RESET', {})).toEqual([['OTP']])
  })

  it('a step-up takes the strongest there is', () => {
    expect(allowed('STEP_UP', { tokens: 1 })).toEqual([['TOKEN']])
    expect(allowed('STEP_UP', {})).toEqual([['PASSWORD']])
  })

  it('a setup enrols a second factor whatever there was', () => {
    expect(allowed('SETUP', { tokens: 1 })).toEqual([['PASSWORD'], []])
  })
})

const proof = (
  step: number,
  authenticator: string,
  [kind, channel]: readonly [string, string],
): Evidence => ({
  step,
  authenticator,
  class: kind,
  channel,
})
const password = proof(1, 'PASSWORD', ['KNOWLEDGE', 'MEMORY'])
const token = proof(2, 'TOKEN', ['POSSESSION', 'APP'])

describe('evidence', () => {
  const steps = requiredSteps('SIGN_IN', { ...nobody, tokens: 1 }, rules)

  it('is due step by step', () => {
    expect(stepDue(steps, [])?.number).toBe(1)
    expect(stepDue(steps, [password])?.number).toBe(2)
    expect(stepDue(steps, [password, token])).toBeNull()
    expect(stepDue(steps, [token])?.number).toBe(1)
  })

  it('of one class or over one channel never counts for two factors', () => {
    const again = proof(2, 'PASSWORD', ['KNOWLEDGE', 'MEMORY'])
    const mailTwice = [
      proof(1, 'OTP', ['KNOWLEDGE', 'MAIL']),
      proof(2, 'OTP', ['POSSESSION', 'MAIL']),
    ]
    expect(stepDue(steps, [password, again])?.number).toBe(2)
    expect(stepDue(steps, mailTwice)?.number).toBe(2)
    expect(areIndependent(password, token)).toBe(true)
    expect(areIndependent(token, { ...token, channel: 'PAPER' })).toBe(false)
  })

  it('of a recovery code lets in without raising what the sign-in is worth', () => {
    const paper = proof(2, 'RECOVERY_CODE', ['POSSESSION', 'PAPER'])
    expect([assurance([password, token]), assurance([password, paper])]).toEqual(['aal2', 'aal1'])
    expect(methodReferences([password, token])).toEqual(['pwd', 'otp', 'mfa'])
    expect(methodReferences([password, paper])).toEqual(['pwd', 'otp'])
    expect(assurance([password])).toBe('aal1')
  })
})
