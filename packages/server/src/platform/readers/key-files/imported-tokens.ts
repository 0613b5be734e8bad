import type { SecretEncoding } from '@signet/rules/token-layouts'

const assumedParts = [
  'algorithmType',
  'hash',
  'digits',
  'periodSeconds',
  'counter',
  'secretEncoding',
] as const
export type AssumedPart = (typeof assumedParts)[number]

/** A token as a file brings it. */
export interface ImportedToken {
  readonly serial: string
  readonly algorithmType: 'OATH_TOTP' | 'OATH_HOTP' | 'OATH_OCRA' | 'AT' | 'VENDOR'
  readonly hash: 'SHA1' | 'SHA256' | 'SHA512'
  readonly suite: string | null
  readonly digits: number
  readonly periodSeconds: number
  /** The counter of its next code. */
  readonly counter: number
  readonly secret: Buffer
  readonly pin: string | null
  readonly manufacturer: string | null
  readonly model: string | null
  /** How a column has its secret; null where files of the kind have it in one way. */
  readonly encoding: SecretEncoding | null
  /** What the file does not say. */
  readonly assumed: readonly AssumedPart[]
}

export interface Refusal {
  readonly serialNumber: string
  readonly reason: 'EXISTS' | 'REPEATED' | 'UNSUPPORTED' | 'WEAK_SECRET' | 'YUBICO_OTP'
}

/** RFC 4226, section 4, R6. */
export const leastSecretBytes = 16
/** 80 bits, as Google Authenticator and older tokens have them. */
export const shortSecretBytes = 10
/** As long as a block of the widest hash. */
export const mostSecretBytes = 128
