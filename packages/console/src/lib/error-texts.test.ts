import { errors } from '@signet/contract/errors'
import { silentErrorCodes } from '@signet/rules/failures'
import { describe, expect, it } from 'vitest'
import { CallError, isSilent } from './call-error.ts'
import { errorDetail, errorText } from './error-text.ts'
import { errorTextNow } from './i18n.ts'

const codes = Object.keys(errors)

describe('the text of an error', () => {
  it('exists for every code that is not silent', {
    meta: { covers: ['errors.special-no-otp', 'errors.texts-open'] },
  }, () => {
    const missing = codes.filter((code) => !isSilent(code) && errorTextNow(code, {}) === null)
    expect(missing).toEqual([])
  })

  it.each([...silentErrorCodes, 'use_dpop_nonce'])(
    'is none for %s',
    {
      meta: {
        covers: [
          'errors.issuance-fleet-not-opted-in',
          'errors.silent-directory-sync-info-not-found',
          'errors.silent-no-transaction',
          'errors.silent-password-change-required',
          'errors.silent-passwordunlock-not-supported',
          'errors.silent-passwordunlock-timeout',
        ],
      },
    },
    (errorCode) => {
      expect(errorText(new CallError(400, { errorCode }))).toBeNull()
    },
  )

  it.each(['INVALID_WEB_SESSION', 'RENEW_SP_USER'])(
    'is none for the stored code %s alone',
    (code) => {
      expect(errorText(new CallError(401, { code }))).toBeNull()
    },
  )

  it('is that of too many requests for 429 and a general one for an unknown code', {
    meta: { covers: ['errors.message-code'] },
  }, () => {
    expect(errorText(new CallError(429, ''))).toBe(
      'Too many requests. Wait a moment and try again.',
    )
    expect(errorText(new CallError(418, { errorCode: 'teapot' }))).toBe(
      errorTextNow('general_error', {}),
    )
    expect(errorText(new TypeError('Failed to fetch'))).toBe(errorTextNow('general_error', {}))
  })

  it('is what the server said for a code that it explains, and for no other', {
    meta: { covers: ['errors.server-text-variable'] },
  }, () => {
    const said = (errorCode: string) =>
      errorText(new CallError(400, { errorCode, errorMessage: 'PIN is already in use.' }))
    expect(said('smartcredential_variable_value_not_unique')).toBe('PIN is already in use.')
    expect(said('teapot')).toBe(errorTextNow('general_error', {}))
  })

  it('is found by the code alone, with what the server said in it', () => {
    const said = (parameters?: Record<string, string>) =>
      errorText(
        new CallError(400, {
          code: 'ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR',
          message: 'The name "date" is reserved.',
          ...(parameters === undefined ? {} : { parameters }),
        }),
      )
    expect(said()).toContain('The name "date" is reserved.')
    expect(said({ message: 'Choose another name.' })).toContain('Choose another name.')
  })

  it('comes with what the support asks for', () => {
    const body = { errorCode: 'not_found', requestId: 'req-1' }
    expect(errorDetail(new CallError(404, body))).toBe('not_found · 404 · req-1')
    expect(errorDetail(new Error('x'))).toBeUndefined()
  })
})
