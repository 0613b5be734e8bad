import type {
  EnrollableAuthenticator,
  EnrollmentCompletion,
  EnrollmentStart,
} from '@signet/contract/access/authentication'
import type { z } from 'zod'

export type EnrollmentMethod = z.output<typeof EnrollableAuthenticator>
export type Enrollment = z.output<typeof EnrollmentStart>
export type EnrollmentProof = z.input<typeof EnrollmentCompletion>
