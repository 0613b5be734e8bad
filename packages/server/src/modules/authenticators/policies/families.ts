import { z } from 'zod'

const Restriction = z.enum(['ALLOWED', 'REQUIRED', 'NOT_ALLOWED'])
const day = 86_400_000

/** Settings family `password`. */
export const PasswordFamily = z.object({
  minimumLength: z.int().min(8).max(64).catch(10).default(10),
  maximumLength: z.int().min(64).max(1024).catch(256).default(256),
  digit: Restriction.catch('ALLOWED').default('ALLOWED'),
  lowercase: Restriction.catch('ALLOWED').default('ALLOWED'),
  uppercase: Restriction.catch('ALLOWED').default('ALLOWED'),
  special: Restriction.catch('ALLOWED').default('ALLOWED'),
  historySize: z.int().min(0).max(24).catch(5).default(5),
  minimumAgeMillis: z
    .number()
    .min(0)
    .max(30 * day)
    .catch(0)
    .default(0),
  /** 0: no expiry (NIST SP 800-63B-4, 3.1.1.2 advises against it). */
  maximumAgeMillis: z
    .number()
    .min(0)
    .max(3650 * day)
    .catch(0)
    .default(0),
  refuseCompromised: z.boolean().catch(true).default(true),
})
export type PasswordFamily = z.output<typeof PasswordFamily>

/** Settings family `blacklistedpasswords`: the tenant's own words. */
export const BlacklistedFamily = z.object({
  words: z.array(z.string().max(100)).max(10_000).catch([]).default([]),
})

/** Settings family `otp`. */
export const OtpFamily = z.object({
  digits: z.int().min(6).max(8).catch(8).default(8),
  lifeSeconds: z.int().min(60).max(1800).catch(300).default(300),
  resendSeconds: z.int().min(15).max(600).catch(30).default(30),
  /** Messages to one recipient within an hour. */
  sendsPerHour: z.int().min(1).max(60).catch(10).default(10),
  /** Whether a mailed code may be the second factor of a user who has no stronger one. */
  secondFactor: z.boolean().catch(true).default(true),
})
export type OtpFamily = z.output<typeof OtpFamily>

/** Settings family `fido` (WebAuthn level 3, 5.4.4 and 5.8.6). */
export const FidoFamily = z.object({
  userVerification: z
    .enum(['required', 'preferred', 'discouraged'])
    .catch('preferred')
    .default('preferred'),
  residentKey: z
    .enum(['required', 'preferred', 'discouraged'])
    .catch('preferred')
    .default('preferred'),
  /** `direct`: a passkey has to bring an attestation statement. */
  attestation: z.enum(['none', 'direct']).catch('none').default('none'),
  attachment: z.enum(['platform', 'cross-platform']).nullable().catch(null).default(null),
  /** Signing in with a passkey alone. */
  passkeyEnabled: z.boolean().catch(true).default(true),
  maximumPerUser: z.int().min(1).max(20).catch(10).default(10),
})
export type FidoFamily = z.output<typeof FidoFamily>

/** Settings family `token`. */
export const TokenFamily = z.object({
  maximumPerUser: z.int().min(1).max(10).catch(5).default(5),
})

/** Settings family `passwordreset`. */
export const PasswordResetFamily = z.object({
  enabled: z.boolean().catch(true).default(true),
})
