import { describe, expect, it } from 'vitest'
import {
  challengeMessage,
  challengeTextFault,
  cutToMessage,
  isReplyAttributeType,
  radiusUserName,
  splitPassword,
} from './radius.ts'

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
    ['quilt-lantern123 456', 'quilt-lantern', '123456'],
    ['quilt-lantern\uff11\uff12\uff13\u00a0456', 'quilt-lantern', '123456'],
    ['quilt 123456', 'quilt ', '123456'],
    ['quilt 12 3456', 'quilt 12 3456', null],
    ['123 456', '123 456', null],
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

describe('the text of a challenge', () => {
  const values = { prompt: 'Code of your token', company: 'Acme', application: 'VPN' }

  it.each([
    [null, 'Code of your token'],
    ['{company} {application}: {prompt}', 'Acme VPN: Code of your token'],
    ['{prompt} / {prompt}', 'Code of your token / Code of your token'],
    [`${'x'.repeat(240)}{prompt}`, 'Code of your token'],
  ])('%s', (text, message) => {
    expect(challengeMessage(text, values)).toBe(message)
  })

  it('takes values as they are', () => {
    const odd = { ...values, company: '{prompt}' }
    expect(challengeMessage('{company}: {prompt}', odd)).toBe('{prompt}: Code of your token')
  })

  it.each([
    ['Acme: {prompt}', null],
    ['{prompt}', null],
    ['Your code', 'challenge_text_prompt'],
    ['', 'challenge_text_prompt'],
    ['{prompt} {user}', 'challenge_text_placeholder'],
    [`${'é'.repeat(123)}{prompt}`, 'challenge_text_long'],
    [`${'é'.repeat(122)}{prompt}`, null],
  ])('is judged at save: %s', (text, fault) => {
    expect(challengeTextFault(text)).toBe(fault)
  })

  it('is cut between characters', () => {
    expect(cutToMessage('é'.repeat(200))).toBe('é'.repeat(126))
    expect(cutToMessage('👩'.repeat(100))).toBe('👩'.repeat(63))
    expect(cutToMessage('short')).toBe('short')
  })
})
