import { errors } from '@signet/contract/errors'
import { silentErrorCodes } from '@signet/rules/failures'
import { describe, expect, it } from 'vitest'
import { CallError, isSilent } from './call-error.ts'
import { errorDetail, errorText } from './error-text.ts'
import { errorTextNow } from './i18n.ts'

const codes = Object.keys(errors)

describe('the text of an error', () => {
  it('exists for every code that is not silent', () => {
    const missing = codes.filter((code) => !isSilent(code) && errorTextNow(code, {}) === null)
    expect(missing).toEqual([])
  })

  it.each([...silentErrorCodes, 'use_dpop_nonce'])('is none for %s', (errorCode) => {
    expect(errorText(new CallError(400, { errorCode }))).toBeNull()
  })

  it('is that of too many requests for 429 and a general one for a code nobody knows', () => {
    expect(errorText(new CallError(429, ''))).toBe(
      'Too many requests. Wait a moment and try again.',
    )
    expect(errorText(new CallError(418, { errorCode: 'teapot' }))).toBe(
      errorTextNow('general_error', {}),
    )
    expect(errorText(new TypeError('Failed to fetch'))).toBe(errorTextNow('general_error', {}))
  })

  it('comes with what the support asks for', () => {
    const body = { errorCode: 'not_found', requestId: 'req-1' }
    expect(errorDetail(new CallError(404, body))).toBe('not_found · 404 · req-1')
    expect(errorDetail(new Error('x'))).toBeUndefined()
  })
})
