import type { OidcApplication } from '@signet/contract/applications/oidc-applications'
import type { z } from 'zod'
import { ApiError } from '../../../kit/errors.ts'
import type { StoredApplication } from './oidc-applications.repository.ts'

/** How people type the codes of a device application, and how long they have. */
type DeviceTerms = Pick<
  z.output<typeof OidcApplication>,
  'userCodeCharacterSet' | 'userCodeLength' | 'deviceCodeTtlSeconds'
>

/** RFC 8628, section 6.1: 34 bits, typed as two groups of four. */
export const usualDeviceTerms: DeviceTerms = {
  userCodeCharacterSet: 'BASE20',
  userCodeLength: 8,
  deviceCodeTtlSeconds: 600,
}

export const deviceTermsOf = ({ device }: Pick<StoredApplication, 'device'>): DeviceTerms => ({
  ...usualDeviceTerms,
  ...device,
})

/** RFC 8628, section 6.1: digits make up for their small alphabet by their number. */
const fewestDigits = 9

/** @throws invalid_parameters for codes that are guessed too soon */
export const checkUserCodes = ({ userCodeCharacterSet, userCodeLength }: DeviceTerms): void => {
  if (userCodeCharacterSet !== 'DIGITS' || userCodeLength >= fewestDigits) return
  throw new ApiError('invalid_parameters', {
    fields: [{ path: 'body.userCodeLength', message: `at least ${fewestDigits} digits` }],
  })
}
