import { expect, it } from 'vitest'
import { CallFailure } from './failures.ts'

it.each([
  ['its errorCode', { errorCode: 'user_locked', code: 'USER_LOCKED' }, 'user_locked'],
  ['its code alone', { code: 'user_locked' }, 'user_locked'],
  ['neither', { message: 'no' }, 'general_error'],
])('an answer is shown by %s', (_what, body, code) => {
  expect(new CallFailure(403, JSON.stringify(body)).code).toBe(code)
})

it('an answer without a code is that of too many requests for 429', () => {
  expect(new CallFailure(429, 'Slow down').code).toBe('too_many_requests')
})
