import { describe, expect, it } from 'vitest'
import { carriedByRadius } from './carried.ts'

const usual = { push: true, challengeResponse: true, passwordFormat: 'PASSWORD' } as const
const carried = (more: Partial<Parameters<typeof carriedByRadius>[0]> = {}, isSilent = false) =>
  carriedByRadius({ ...usual, ...more }, { isSilent })

describe('the first factor of a RADIUS sign-in', () => {
  it.each([
    [['PASSWORD', 'PASSKEY', 'MAGICLINK', 'IDP'], ['PASSWORD']],
    // A digest carries no password: it is taken for one of a code.
    [
      ['PASSWORD', 'TOKEN'],
      ['PASSWORD', 'TOKEN'],
    ],
    [['TOKEN', 'EXTERNAL'], ['TOKEN']],
    [['EXTERNAL'], ['EXTERNAL']],
    [
      ['TOKENPUSH', 'TOKEN'],
      ['TOKEN', 'TOKENPUSH'],
    ],
    [['PASSKEY'], []],
  ] as const)('of %j is one of %j', (firsts, expected) => {
    expect(carried().firsts(firsts)).toEqual(expected)
  })

  it('is never the app where nothing is asked for: it always shows a number', () => {
    const firsts = ['TOKENPUSH'] as const
    expect(carried().firsts(firsts)).toEqual(['TOKENPUSH'])
    expect(carried({ challengeResponse: false }, true).firsts(firsts)).toEqual([])
    expect(carried({ push: false }).firsts(firsts)).toEqual([])
  })
})

describe('the second factor of a RADIUS sign-in', () => {
  it('is what is asked for first, and the next where that can be refused', () => {
    const { seconds } = carried({ push: true })
    expect(seconds('PASSWORD', ['GRID', 'TOKEN'])).toEqual(['GRID'])
    expect(seconds('PASSWORD', ['FIDO', 'OTP', 'GRID'])).toEqual(['OTP', 'GRID'])
    expect(seconds('PASSWORD', ['FIDO', 'FACE', 'KBA'])).toEqual([])
  })

  it('is a code of the token in place of the app', () => {
    expect(carried().seconds('PASSWORD', ['TOKENPUSH', 'GRID', 'TOKEN'])).toEqual([
      'TOKENPUSH',
      'GRID',
      'TOKEN',
    ])
  })

  it('is none where nothing is asked for, but a code behind the password or a silent app', () => {
    const once = { challengeResponse: false }
    expect(carried(once).seconds('PASSWORD', ['TOKENPUSH', 'TOKEN'])).toEqual([])
    expect(carried(once, true).seconds('PASSWORD', ['TOKENPUSH'])).toEqual(['TOKENPUSH'])
    const behind = carried({ ...once, passwordFormat: 'PASSWORD_AND_CODE' })
    expect(behind.seconds('PASSWORD', ['GRID', 'TOKEN'])).toEqual(['TOKEN'])
    expect(behind.seconds('EXTERNAL', ['GRID', 'TOKEN'])).toEqual([])
  })
})
