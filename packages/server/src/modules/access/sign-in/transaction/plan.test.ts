import { describe, expect, it } from 'vitest'
import {
  allowed,
  first,
  plainUser,
  under,
  usualRules,
} from '../../../../../testing/access/plan-cases.ts'
import { firstFactors, type Rules, type Standing, sparing } from './plan.ts'

describe('a link in a mail', () => {
  const firsts = (person: Partial<Standing>, more: Partial<Rules> = {}) =>
    allowed('SIGN_IN', person, { magicLinkEnabled: true, ...more })[0]

  it('comes first for no administrator, and not where two different factors are asked for', {
    meta: { covers: ['S12'] },
  }, () => {
    expect(firsts({})).toContain('MAGICLINK')
    expect(firsts({ administrator: true })).not.toContain('MAGICLINK')
    expect(firsts({}, { secondFactorDemanded: true })).not.toContain('MAGICLINK')
  })
})

describe('what a sign-in demands', { meta: { covers: ['S2'] } }, () => {
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
    [
      'for an application that wants two of someone with recovery codes alone',
      { held: ['RECOVERY_CODE'], mailable: false },
      { secondFactorDemanded: true },
      [first, []],
    ],
    ['where passkeys are off', {}, { passkeyEnabled: false }, [['PASSWORD']]],
    ['where there are identity providers', {}, { identityProviders: true }, [[...first, 'IDP']]],
  ])('%s', (_, person, more, steps) => {
    expect(allowed('SIGN_IN', person, more)).toEqual(steps)
  })
})

describe('a flow', () => {
  const held = ['FIDO', 'TOKEN', 'GRID', 'RECOVERY_CODE'] as const
  const cards = { secondFactor: 'ALWAYS', secondFactors: ['GRID', 'TOKEN'] } as const
  const alone = { secondFactor: 'NONE', secondFactors: [] } as const
  const certificates = under({ firstFactors: ['USER_CERTIFICATE', 'PASSWORD'], ...alone })

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
      'offers certificates where the tenant accepts them',
      {},
      { certificatesEnabled: true, ...certificates },
      [['USER_CERTIFICATE', 'PASSWORD']],
    ],
    ['offers no certificates by default', {}, certificates, [['PASSWORD']]],
    [
      'that denies has a step that nothing proves',
      { held },
      under({ outcome: 'DENY' }),
      [first, []],
    ],
  ])('%s', (_, person, more, steps) => {
    expect(allowed('SIGN_IN', person, more)).toEqual(steps)
  })

  it.each([
    ['a sign-in', 'SIGN_IN', ['TOKEN']],
    ['the setup of an account', 'SETUP', first],
    ['a password reset', 'RESET', ['OTP']],
  ] as const)('decides what comes first in a sign-in alone: %s', (_, purpose, firsts) => {
    expect(firstFactors(purpose, { ...usualRules, ...under({ firstFactors: ['TOKEN'] }) })).toEqual(
      firsts,
    )
  })
})

describe('what skips the second factor', () => {
  it.each<[string, Partial<Rules['flow']>, Partial<Rules & Standing>, readonly string[]]>([
    ['nothing, where the flow never skips it', { skipSecondFactor: 'NEVER' }, {}, []],
    ['a remembered browser', { skipSecondFactor: 'REMEMBERED_BROWSER' }, {}, ['MACHINE']],
    [
      'a known device, and a remembered browser with it',
      { skipSecondFactor: 'KNOWN_DEVICE' },
      {},
      ['MACHINE', 'KNOWN_DEVICE'],
    ],
    [
      'nothing, for an administrator',
      { skipSecondFactor: 'KNOWN_DEVICE' },
      { administrator: true },
      [],
    ],
    [
      'nothing, for an application that wants two factors',
      { skipSecondFactor: 'KNOWN_DEVICE' },
      { secondFactorDemanded: true },
      [],
    ],
    [
      'nothing, in a flow that denies',
      { skipSecondFactor: 'KNOWN_DEVICE', outcome: 'DENY' },
      {},
      [],
    ],
  ])('%s', (_, flow, more, skips) => {
    const { administrator, secondFactorDemanded } = { ...plainUser, ...usualRules, ...more }
    expect(sparing({ administrator }, { ...under(flow), secondFactorDemanded })).toEqual(skips)
  })
})
