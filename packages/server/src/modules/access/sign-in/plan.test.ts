import { standardFlow } from '@signet/rules/flows'
import { describe, expect, it } from 'vitest'
import {
  areIndependent,
  assurance,
  type Evidence,
  methodReferences,
  openAssurance,
  type Rules,
  requiredSteps,
  type Standing,
  stepDue,
} from './plan.ts'

const nobody: Standing = {
  administrator: false,
  held: [],
  questions: 0,
  mailable: true,
  registering: false,
}
const rules: Rules = {
  flow: standardFlow,
  passkeyEnabled: true,
  magicLinkEnabled: false,
  pushEnabled: true,
  mailedSecondFactor: true,
  secondFactorDemanded: false,
  temporaryCodesForAdministrators: false,
  administratorsReset: true,
  resetNeedsSecondFactor: false,
  resetQuestions: 0,
  registrationNeedsSecondFactor: true,
}

const allowed = (
  purpose: Parameters<typeof requiredSteps>[0],
  person: Partial<Standing>,
  more: Partial<Rules> = {},
) =>
  requiredSteps(purpose, { ...nobody, ...person }, { ...rules, ...more }).map(
    (step) => step.allowed,
  )

const first = ['PASSWORD', 'PASSKEY']

describe('a link in a mail', () => {
  const firsts = (person: Partial<Standing>, more: Partial<Rules> = {}) =>
    allowed('SIGN_IN', person, { magicLinkEnabled: true, ...more })[0]

  it('comes first for no administrator, and not where two different factors are asked for', () => {
    expect(firsts({})).toContain('MAGICLINK')
    expect(firsts({ administrator: true })).not.toContain('MAGICLINK')
    expect(firsts({}, { secondFactorDemanded: true })).not.toContain('MAGICLINK')
  })
})

describe('what a sign-in demands', () => {
  it.each<[string, Partial<Standing>, Partial<Rules>, readonly (readonly string[])[]]>([
    ['of a plain user', {}, {}, [first]],
    ['of someone who registers', { registering: true }, {}, [first, []]],
    [
      'of someone who registers and has a token',
      { registering: true, held: ['TOKEN'] },
      {},
      [first, ['TOKEN']],
    ],
    [
      'of someone who registers what is no second factor',
      { registering: true },
      { registrationNeedsSecondFactor: false },
      [first],
    ],
    ['of someone with a token', { held: ['TOKEN'] }, {}, [first, ['TOKEN']]],
    ['of someone with passkeys', { held: ['TOKEN', 'FIDO'] }, {}, [first, ['FIDO', 'TOKEN']]],
    ['of an administrator without a second factor', { administrator: true }, {}, [first, []]],
    [
      'of an administrator with a token',
      { administrator: true, held: ['TOKEN'] },
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
      { held: ['TOKEN', 'RECOVERY_CODE'] },
      {},
      [first, ['TOKEN', 'RECOVERY_CODE']],
    ],
    [
      'with recovery codes and nothing they could stand in for',
      { held: ['RECOVERY_CODE'] },
      {},
      [first],
    ],
    [
      'with a temporary code',
      { held: ['TOKEN', 'TEMP_ACCESS_CODE'] },
      {},
      [first, ['TOKEN', 'TEMP_ACCESS_CODE']],
    ],
    [
      'with a temporary code and nothing it could stand in for',
      { held: ['TEMP_ACCESS_CODE'] },
      {},
      [first],
    ],
    [
      'for an application that wants two of someone with a temporary code alone',
      { held: ['TEMP_ACCESS_CODE'], mailable: false },
      { secondFactorDemanded: true },
      [first, ['TEMP_ACCESS_CODE']],
    ],
    [
      'of an administrator with a temporary code',
      { administrator: true, held: ['TOKEN', 'TEMP_ACCESS_CODE'] },
      {},
      [first, ['TOKEN']],
    ],
    [
      'of such an administrator where the tenant lets them use it',
      { administrator: true, held: ['TOKEN', 'TEMP_ACCESS_CODE'] },
      { temporaryCodesForAdministrators: true },
      [first, ['TOKEN', 'TEMP_ACCESS_CODE']],
    ],
    ['where passkeys are off', {}, { passkeyEnabled: false }, [['PASSWORD']]],
  ])('%s', (_, person, more, steps) => {
    expect(allowed('SIGN_IN', person, more)).toEqual(steps)
  })
})

describe('a flow', () => {
  const held = ['FIDO', 'TOKEN', 'GRID', 'RECOVERY_CODE'] as const
  const under = (flow: Partial<Rules['flow']>) => ({ flow: { ...standardFlow, ...flow } })
  const cards = { secondFactor: 'ALWAYS', secondFactors: ['GRID', 'TOKEN'] } as const
  const alone = { secondFactor: 'NONE', secondFactors: [] } as const

  it.each<[string, Partial<Standing>, Partial<Rules>, readonly (readonly string[])[]]>([
    ['asks in its own order', { held }, under(cards), [first, ['GRID', 'TOKEN']]],
    ['asks everybody where it says so', {}, under(cards), [first, []]],
    ['lets one factor do', { held }, under(alone), [first]],
    [
      'has whoever holds none of its kinds prove one',
      { held: ['FACE'] },
      under({ ...cards, secondFactor: 'WHEN_HELD' }),
      [first],
    ],
    [
      'of one factor has administrators prove two all the same',
      { held, administrator: true },
      under({ ...alone, firstFactors: ['TOKEN'] }),
      [['TOKEN'], ['FIDO', 'TOKEN', 'GRID', 'RECOVERY_CODE', 'PASSWORD']],
    ],
    [
      'offers nothing that the tenant has switched off',
      {},
      {
        passkeyEnabled: false,
        pushEnabled: false,
        ...under({ firstFactors: ['PASSKEY', 'TOKENPUSH', 'TOKEN'], ...alone }),
      },
      [['TOKEN']],
    ],
    [
      'that denies has a step that nothing proves',
      { held },
      under({ outcome: 'DENY' }),
      [first, []],
    ],
  ])('%s', (_, person, more, steps) => {
    expect(allowed('SIGN_IN', person, more)).toEqual(steps)
  })

  const stepsOf = (flow: Partial<Rules['flow']>, person: Partial<Standing> = {}) =>
    requiredSteps(
      'SIGN_IN',
      { ...nobody, held: [...held], ...person },
      { ...rules, ...under(flow) },
    )
  const given = (step: number, authenticator: string, kind: string, channel: string): Evidence => ({
    step,
    authenticator,
    class: kind,
    channel,
  })
  const password = given(1, 'PASSWORD', 'KNOWLEDGE', 'MEMORY')
  const token = given(2, 'TOKEN', 'POSSESSION', 'APP')
  const browser = given(2, 'MACHINE', 'POSSESSION', 'BROWSER')
  const device = given(2, 'KNOWN_DEVICE', 'POSSESSION', 'BROWSER')

  it('counts no evidence but of what it takes', () => {
    const grid = { ...cards, secondFactors: ['GRID'] } as const
    expect(stepDue(stepsOf(cards), [password, token])).toBeNull()
    expect(stepDue(stepsOf(grid), [password, token])?.number).toBe(2)
    expect(stepDue(stepsOf({ firstFactors: ['TOKEN'] }), [password, token])?.number).toBe(1)
    expect(stepDue(stepsOf({ outcome: 'DENY' }), [password, token])?.number).toBe(2)
    const through = { ...password, authenticator: 'PASSTHROUGH' }
    expect(stepDue(stepsOf(cards), [through, token])).toBeNull()
  })

  it('takes a remembered browser or a known device where it says so, of administrators never', () => {
    const due = (
      skipSecondFactor: Rules['flow']['skipSecondFactor'],
      second: Evidence,
      administrator = false,
    ) =>
      stepDue(stepsOf({ ...cards, skipSecondFactor }, { administrator }), [password, second])
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
    expect(stepDue(stepsOf(flow, { held: [...all] }), [proven])?.allowed).toEqual(['FIDO'])
    const none = stepDue(stepsOf(flow, { held: [] }), [proven])
    expect([none?.allowed, none?.enrols]).toEqual([[], ['FIDO']])
    const ruler = stepDue(stepsOf(flow, { held: [], administrator: true }), [proven])
    expect([ruler?.allowed, ruler?.enrols]).toEqual([[], []])
    expect(
      stepDue(stepsOf({ ...cards, secondFactors: ['GRID'] }, { held: [] }), [password])?.enrols,
    ).toEqual([])
  })
})

describe('what other flows demand', () => {
  it('a reset takes every second factor there is, and nothing that stands in for one', () => {
    expect(allowed('RESET', { held: ['TOKEN', 'RECOVERY_CODE', 'TEMP_ACCESS_CODE'] })).toEqual([
      ['OTP'],
      ['TOKEN'],
    ])
    expect(allowed('RESET', {})).toEqual([['OTP']])
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

  it('a sign-in and a step-up never ask what people know of themselves', () => {
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

  it('a setup enrols a second factor whatever there was', () => {
    expect(allowed('SETUP', { held: ['TOKEN'] })).toEqual([['PASSWORD'], []])
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
  const steps = requiredSteps('SIGN_IN', { ...nobody, held: ['TOKEN'] }, rules)

  it('is due step by step', () => {
    expect(stepDue(steps, [])?.number).toBe(1)
    expect(stepDue(steps, [password])?.number).toBe(2)
    expect(stepDue(steps, [password, token])).toBeNull()
    expect(stepDue(steps, [token])?.number).toBe(1)
  })

  it('of one class or over one channel never counts for two factors', () => {
    const again = proof(2, 'PASSWORD', ['KNOWLEDGE', 'MEMORY'])
    const mailTwice = [
      proof(1, 'MAGICLINK', ['POSSESSION', 'MAIL']),
      proof(2, 'OTP', ['POSSESSION', 'MAIL']),
    ]
    const flow: Rules['flow'] = { ...standardFlow, secondFactor: 'ALWAYS' }
    const linked = requiredSteps('SIGN_IN', nobody, { ...rules, magicLinkEnabled: true, flow })
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
  it('of one class over two channels is two factors of nobody who has to show two', () => {
    const flow: Rules['flow'] = {
      ...standardFlow,
      firstFactors: ['TOKEN'],
      secondFactors: ['GRID'],
      secondFactor: 'ALWAYS',
    }
    const held = ['TOKEN', 'GRID'] as const
    const both = [
      proof(1, 'TOKEN', ['POSSESSION', 'DEVICE']),
      proof(2, 'GRID', ['POSSESSION', 'PAPER']),
    ]
    const due = (person: Partial<Standing>, more: Partial<Rules> = {}) => {
      const own = requiredSteps(
        'SIGN_IN',
        { ...nobody, held, ...person },
        { ...rules, flow, ...more },
      )
      return stepDue(own, both)?.number ?? null
    }
    expect(due({})).toBeNull()
    expect(due({ administrator: true })).toBe(2)
    expect(due({}, { secondFactorDemanded: true })).toBe(2)
  })

  it('of a recovery code lets in without raising what the sign-in is worth', () => {
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
  it('of what stood in for a factor counts for nothing in a session that is open', () => {
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
})
