import { describe, expect, test } from 'vitest'
import { failureText, issuanceFailureText, silentErrorCodes } from './failures.ts'

describe('failed calls', () => {
  test.each([
    [{ status: 404, errorCode: 'user_not_found' }, 'restApiErrors.user_not_found'],
    [{ status: 429 }, 'restApiErrors.too_many_requests'],
    [{ status: 500, errorCode: null }, 'restApiErrors.general_error'],
  ])('%j show a text by their code', (failure, key) => {
    expect(failureText(failure)).toEqual({ key, serverMessage: null })
  })

  test.each(silentErrorCodes)('with %s show nothing', (errorCode) => {
    expect(failureText({ status: 400, errorCode })).toBeNull()
  })

  test('repeat the words of the server where they explain the fault, and nowhere else', () => {
    const errorMessage = 'line 3'
    expect(
      failureText({ status: 400, errorCode: 'email_template_body_syntax_error', errorMessage }),
    ).toEqual({ key: 'restApiErrors.email_template_body_syntax_error', serverMessage: 'line 3' })
    expect(failureText({ status: 400, errorCode: 'other', errorMessage })?.serverMessage).toBeNull()
  })
})

describe('failed issuance calls', () => {
  test('show a text by their code', () => {
    expect(issuanceFailureText({ status: 400, code: 'X_ERROR', message: 'm' })).toEqual({
      key: 'restIssuanceApiErrors.X_ERROR',
      serverMessage: null,
    })
    expect(issuanceFailureText({ status: 429 })?.key).toBe('restApiErrors.too_many_requests')
  })

  test('name the reserved word, and are silent about fleet management', () => {
    const code = 'ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR'
    expect(issuanceFailureText({ status: 400, code, message: 'DATE' })).toEqual({
      key: `restIssuanceApiErrors.${code}`,
      serverMessage: 'DATE',
    })
    expect(issuanceFailureText({ status: 400, code: 'FLEET_MANAGEMENT_NOT_OPTED_IN' })).toBeNull()
  })
})
