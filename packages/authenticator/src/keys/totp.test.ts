import { expect, it } from 'vitest'
import { utf8 } from './bytes.ts'
import { codeAt, importSecret } from './totp.ts'

// RFC 6238, appendix B.
const seeds = {
  SHA1: '12345678901234567890',
  SHA256: '12345678901234567890123456789012',
  SHA512: '1234567890123456789012345678901234567890123456789012345678901234',
} as const

it.each([
  [59, 'SHA1', '94287082'],
  [59, 'SHA256', '46119246'],
  [59, 'SHA512', '90693936'],
  [1_111_111_109, 'SHA1', '07081804'],
  [20_000_000_000, 'SHA512', '47863826'],
] as const)('at %i the %s code is that of RFC 6238', async (seconds, algorithm, code) => {
  const secret = await importSecret(utf8(seeds[algorithm]), algorithm)
  expect(secret.extractable).toBe(false)
  expect(await codeAt({ secret, digits: 8, periodSeconds: 30 }, seconds * 1000)).toBe(code)
})
