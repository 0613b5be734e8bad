import { describe, expect, it } from 'vitest'
import { isReplyAttributeType, radiusUserName, splitPassword } from './radius.ts'

describe('names', () => {
  it.each([
    ['ada', 'ada'],
    ['CORP\\ada', 'ada'],
    ['ada@corp.example', 'ada'],
    ['CORP\\ada@corp.example', 'ada'],
    ['@ada', '@ada'],
  ])('finds in %s the name %s', (sent, name) => {
    expect(radiusUserName(sent, 'WITHOUT_DOMAIN')).toBe(name)
    expect(radiusUserName(sent, 'AS_SENT')).toBe(sent)
  })
})

describe('one field', () => {
  const both = { format: 'PASSWORD_AND_CODE', codeDigits: 6 } as const
  it.each([
    ['secret123456', 'secret', '123456'],
    ['secret12345', 'secret12345', null],
    ['secret١٢٣٤٥٦', 'secret', '123456'],
    ['secret-12345', 'secret-12345', null],
    ['123456', '123456', null],
    ['7123456', '7', '123456'],
    ['', '', null],
  ])('takes %s apart', (typed, password, code) => {
    expect(splitPassword(typed, both)).toEqual({ password, code })
    expect(splitPassword(typed, { ...both, format: 'PASSWORD' })).toEqual({
      password: typed,
      code: null,
    })
  })
})

it('keeps the numbers of the protocol to itself', () => {
  expect([6, 8, 11, 25, 27, 64, 81].every(isReplyAttributeType)).toBe(true)
  expect([1, 2, 3, 18, 24, 26, 33, 40, 44, 55, 60, 79, 80].some(isReplyAttributeType)).toBe(false)
})
