import type { Flow } from '@signet/rules/flows'
import { describe, expect, it } from 'vitest'
import {
  browser,
  device,
  password,
  proof,
  stepsOf,
  token,
  under,
} from '../../../../../testing/access/plan-cases.ts'
import {
  areIndependent,
  assurance,
  type Evidence,
  methodReferences,
  openAssurance,
  type Rules,
  type Standing,
  stepDue,
  unconfirmedChannel,
} from './plan.ts'

/** As they are stored: what proves both steps leaves a row for each. */
const passkey = [
  proof(1, 'PASSKEY', ['VERIFIED_USER', 'DEVICE_UNLOCK']),
  proof(2, 'PASSKEY', ['POSSESSION', 'SECURITY_KEY']),
] as const
const upstream = [
  proof(1, 'IDP', ['KNOWLEDGE', 'MAIL']),
  proof(2, 'IDP', ['POSSESSION', 'UPSTREAM']),
] as const

describe('evidence for a flow', () => {
  const cards = { secondFactor: 'ALWAYS', secondFactors: ['GRID', 'TOKEN'] } as const
  const walk = (flow: Partial<Rules['flow']>, person: Partial<Standing> = {}) =>
    stepsOf(
      'SIGN_IN',
      { held: ['FIDO', 'TOKEN', 'GRID', 'RECOVERY_CODE'], ...person },
      { identityProviders: true, ...under(flow) },
    )

  it('counts no evidence but of what it takes', () => {
    const grid = { ...cards, secondFactors: ['GRID'] } as const
    expect(stepDue(walk(cards), [password, token])).toBeNull()
    expect(stepDue(walk(grid), [password, token])?.number).toBe(2)
    expect(stepDue(walk({ firstFactors: ['TOKEN'] }), [password, token])?.number).toBe(1)
    expect(stepDue(walk({ outcome: 'DENY' }), [password, token])?.number).toBe(2)
    const through = { ...password, authenticator: 'PASSTHROUGH' }
    expect(stepDue(walk(cards), [through, token])).toBeNull()
  })

  it('takes a remembered browser or a known device where it says so, of administrators never', () => {
    const due = (
      skipSecondFactor: Rules['flow']['skipSecondFactor'],
      second: Evidence,
      administrator = false,
    ) =>
      stepDue(walk({ ...cards, skipSecondFactor }, { administrator }), [password, second])
        ?.number ?? null
    expect([due('NEVER', browser), due('NEVER', device)]).toEqual([2, 2])
    expect([due('REMEMBERED_BROWSER', browser), due('REMEMBERED_BROWSER', device)]).toEqual([
      null,
      2,
    ])
    expect([due('KNOWN_DEVICE', browser), due('KNOWN_DEVICE', device)]).toEqual([null, null])
    expect([due('KNOWN_DEVICE', browser, true), due('KNOWN_DEVICE', device, true)]).toEqual([2, 2])
    expect(assurance([password, device])).toBe('aal1')
  })

  it('asks for nothing over the channel of the first, and enrols nothing that would not count', () => {
    const flow = {
      firstFactors: ['TOKEN'],
      secondFactor: 'ALWAYS',
      secondFactors: ['TOKENCR', 'FIDO'],
    } as const
    const proven = { ...token, step: 1 }
    const all = ['TOKENCR', 'FIDO'] as const
    expect(stepDue(walk(flow, { held: [...all] }), [proven])?.allowed).toEqual(['FIDO'])
    const none = stepDue(walk(flow, { held: [] }), [proven])
    expect([none?.allowed, none?.enrols]).toEqual([[], ['FIDO']])
    const ruler = stepDue(walk(flow, { held: [], administrator: true }), [proven])
    expect([ruler?.allowed, ruler?.enrols]).toEqual([[], []])
    expect(
      stepDue(walk({ ...cards, secondFactors: ['GRID'] }, { held: [] }), [password])?.enrols,
    ).toEqual([])
  })

  it('lets an administrator with nothing to prove second enrol what the flow takes', () => {
    const due = stepDue(walk({}, { held: [], administrator: true }), [password])
    expect([due?.allowed, due?.enrols]).toEqual([[], ['TOKEN', 'FIDO']])
  })

  const both = ['PASSKEY', 'IDP', 'PASSWORD', 'TOKEN'] as const
  it.each<[string, readonly [Evidence, Evidence], Flow['firstFactors'], number | null]>([
    ['a passkey proves both steps at once', passkey, both, null],
    ['a trusted identity provider proves both steps at once', upstream, both, null],
    ['a passkey that the flow does not name proves neither', passkey, ['PASSWORD'], 1],
    ['any other first factor proves no second step', [password, token], both, 2],
    ['a passkey proves no second step alone', [password, passkey[1]], ['PASSWORD'], 2],
  ])('%s', (_, evidence, firstFactors, due) => {
    const steps = walk({ ...cards, firstFactors, secondFactors: ['GRID'] })
    expect(stepDue(steps, evidence)?.number ?? null).toBe(due)
  })
})

describe('evidence', () => {
  const steps = stepsOf('SIGN_IN', { held: ['TOKEN'] })

  it('is due step by step', () => {
    expect(stepDue(steps, [])?.number).toBe(1)
    expect(stepDue(steps, [password])?.number).toBe(2)
    expect(stepDue(steps, [password, token])).toBeNull()
    expect(stepDue(steps, [token])?.number).toBe(1)
  })

  it('counts for its own step, in whatever order it is read', () => {
    expect(stepDue(steps, [token, password])).toBeNull()
  })

  it('for one step is enough where only one is demanded', () => {
    expect(stepDue(stepsOf('SIGN_IN', {}), [password])).toBeNull()
    expect(stepDue(stepsOf('STEP_UP', {}), [password])).toBeNull()
  })

  it('of one class or over one channel never counts for two factors', {
    meta: { covers: ['S12'] },
  }, () => {
    const again = proof(2, 'PASSWORD', ['KNOWLEDGE', 'MEMORY'])
    const mailTwice = [
      proof(1, 'MAGICLINK', ['POSSESSION', 'MAIL']),
      proof(2, 'OTP', ['POSSESSION', 'MAIL']),
    ]
    const linked = stepsOf(
      'SIGN_IN',
      {},
      { magicLinkEnabled: true, ...under({ secondFactor: 'ALWAYS' }) },
    )
    expect(stepDue(steps, [password, again])?.number).toBe(2)
    expect(stepDue(linked, mailTwice)?.number).toBe(2)
    expect(areIndependent(password, token)).toBe(true)
    const known = proof(2, 'KBA', ['KNOWLEDGE', 'MEMORY'])
    expect(stepDue(steps, [password, known])?.number).toBe(2)
    expect(areIndependent(token, { ...token, channel: 'PAPER' })).toBe(false)
    const elsewhere = proof(1, 'IDP', ['KNOWLEDGE', 'MAIL'])
    const mailed = proof(2, 'OTP', ['POSSESSION', 'MAIL'])
    expect(areIndependent(elsewhere, mailed)).toBe(false)
    expect([assurance([elsewhere, mailed]), openAssurance([elsewhere, mailed])]).toEqual([
      'aal1',
      'aal1',
    ])
  })

  /* Guard: `independent` in `stepDue`. */
  it('of one class over two channels does not count as two factors for a user who must show two', () => {
    const flow = under({
      firstFactors: ['TOKEN'],
      secondFactors: ['GRID'],
      secondFactor: 'ALWAYS',
    })
    const held = ['TOKEN', 'GRID'] as const
    const both = [
      proof(1, 'TOKEN', ['POSSESSION', 'DEVICE']),
      proof(2, 'GRID', ['POSSESSION', 'PAPER']),
    ]
    const due = (person: Partial<Standing>, more: Partial<Rules> = {}) =>
      stepDue(stepsOf('SIGN_IN', { held, ...person }, { ...flow, ...more }), both)?.number ?? null
    expect(due({})).toBeNull()
    expect(due({ administrator: true })).toBe(2)
    expect(due({}, { secondFactorDemanded: true })).toBe(2)
  })

  it('of a recovery code lets in without raising what the sign-in is worth', {
    meta: { covers: ['S12'] },
  }, () => {
    const paper = proof(2, 'RECOVERY_CODE', ['POSSESSION', 'PAPER'])
    expect([assurance([password, token]), assurance([password, paper])]).toEqual(['aal2', 'aal1'])
    expect(methodReferences([password, token])).toEqual(['pwd', 'otp', 'mfa'])
    expect(methodReferences([password, paper])).toEqual(['pwd', 'otp'])
    expect(assurance([password])).toBe('aal1')
    const told = proof(2, 'TEMP_ACCESS_CODE', ['POSSESSION', 'HELP_DESK'])
    expect(stepDue(steps, [password, told])).toBeNull()
    expect(assurance([password, told])).toBe('aal1')
  })

  /* Guard: `standInNames` in `openAssurance`. */
  it('of what stood in for a factor counts for nothing in a session that is open', {
    meta: { covers: ['S12'] },
  }, () => {
    expect(openAssurance([password, token])).toBe('aal2')
    for (const [name, channel] of [
      ['RECOVERY_CODE', 'PAPER'],
      ['TEMP_ACCESS_CODE', 'HELP_DESK'],
      ['MACHINE', 'BROWSER'],
      ['KNOWN_DEVICE', 'BROWSER'],
    ] as const) {
      const standIn = proof(2, name, ['POSSESSION', channel])
      expect(openAssurance([password, standIn]), name).toBe('aal1')
      expect(openAssurance([password, standIn, token]), name).toBe('aal2')
    }
  })

  it('that adds nothing to two factors takes nothing from them', () => {
    const elsewhere = proof(1, 'IDP', ['KNOWLEDGE', 'MAIL'])
    const mailed = proof(2, 'OTP', ['POSSESSION', 'MAIL'])
    expect(assurance([elsewhere, mailed, password])).toBe('aal2')
  })

  it('of a remembered browser has no method reference', () => {
    expect(methodReferences([password, browser])).toEqual(['pwd'])
  })

  it('for a reset is a mailed code and a second factor, and the reset enrols nothing', () => {
    const reset = stepsOf('RESET', { held: ['TOKEN'] })
    const mailed = proof(1, 'OTP', ['POSSESSION', 'MAIL'])
    expect(stepDue(reset, [])).toMatchObject({ number: 1, allowed: ['OTP'] })
    expect(stepDue(reset, [mailed])).toMatchObject({ number: 2, allowed: ['TOKEN'], enrols: [] })
    expect(stepDue(reset, [mailed, token])).toBeNull()
  })

  it('for the setup of an account is a password and then a new second factor', () => {
    const setup = stepsOf('SETUP', {})
    expect(stepDue(setup, [password])).toMatchObject({ number: 2, enrols: ['TOKEN', 'FIDO'] })
    expect(stepDue(setup, [password, token])).toBeNull()
  })
})

describe('an account elsewhere that is to be confirmed', () => {
  const unconfirmed = proof(1, 'IDP', ['KNOWLEDGE', unconfirmedChannel])
  const due = (flow: Partial<Rules['flow']>, person: Partial<Standing>, second?: Evidence) => {
    const rules = { identityProviders: true, ...under({ secondFactor: 'NONE', ...flow }) }
    const steps = stepsOf('SIGN_IN', person, rules)
    return stepDue(steps, second === undefined ? [unconfirmed] : [unconfirmed, second])
  }
  const second = { ...password, step: 2 }

  it('is confirmed by what the flow asks for, else by the strongest that is held here', () => {
    const held = ['FIDO', 'TOKEN', 'GRID'] as const
    expect(due({}, { held })).toMatchObject({
      number: 2,
      allowed: expect.arrayContaining([...held]),
      independent: false,
      enrols: [],
    })
    expect(due({}, { held })?.allowed).not.toContain('PASSWORD')
    const cards = { secondFactor: 'ALWAYS', secondFactors: ['GRID'] } as const
    expect(due(cards, { held })?.allowed).toEqual(['GRID'])
    expect(due(cards, { held, administrator: true })?.independent).toBe(true)
    expect(due({}, { held }, second)?.number).toBe(2)
    expect(due({}, { held }, token)).toBeNull()
  })

  it('is confirmed by the password or a mailed code where nothing stronger is held', () => {
    expect(due({}, { held: [], mailable: true })?.allowed).toEqual(['PASSWORD', 'OTP'])
    expect(due({}, { held: [], mailable: false })?.allowed).toEqual(['PASSWORD'])
    expect(due({}, { held: [] }, second)).toBeNull()
    expect(due({}, { held: [] }, { ...second, authenticator: 'PASSTHROUGH' })).toBeNull()
  })

  it('is confirmed by nothing where the flow denies', () => {
    const denied = due({ outcome: 'DENY' }, { held: ['TOKEN'] }, token)
    expect(denied).toMatchObject({ number: 2, allowed: [], enrols: [] })
  })
})
