import { HOTP, Secret, TOTP } from 'otpauth'

export type OtpAlgorithm = 'SHA1' | 'SHA256' | 'SHA512'

export interface OtpParameters {
  readonly secret: Uint8Array
  readonly digits: number
  readonly algorithm: OtpAlgorithm
}

const secretOf = ({ secret }: OtpParameters): Secret =>
  new Secret({ buffer: new Uint8Array(secret).buffer })

/** The code of one counter value (RFC 4226, section 5.3; the other hashes: RFC 6238, section 1.2). */
export const hotp = (parameters: OtpParameters, counter: number): string =>
  HOTP.generate({
    secret: secretOf(parameters),
    algorithm: parameters.algorithm,
    digits: parameters.digits,
    counter,
  })

/** The time step that a moment falls into (RFC 6238, section 4.2, with T0 = 0). */
export const timeStep = (at: Date, periodSeconds: number): number =>
  Math.floor(at.getTime() / 1000 / periodSeconds)

interface StepSearch {
  /** The step expected now, with the token's known drift. */
  readonly step: number
  /** Steps accepted to either side. */
  readonly window: number
}

/**
 * The time step whose code this is; null when it is none near the expected one. All candidates are
 * compared in constant time.
 */
export const findStep = (
  parameters: OtpParameters,
  code: string,
  { step, window }: StepSearch,
): number | null => {
  // The library checks the number of characters, and throws where they take more bytes than digits.
  if (!/^\d+$/.test(code)) return null
  const delta = HOTP.validate({
    token: code,
    secret: secretOf(parameters),
    algorithm: parameters.algorithm,
    digits: parameters.digits,
    counter: step,
    window,
  })
  return delta === null ? null : step + delta
}

interface CounterSearch {
  /** The first counter that may have made the code. */
  readonly from: number
  /** Further counters tried: presses of the button that were never sent. */
  readonly lookAhead: number
}

/** The counter whose code this is (RFC 4226, section 7.4); all are tried, whichever it is. */
export const findCounter = (
  parameters: OtpParameters,
  code: string,
  { from, lookAhead }: CounterSearch,
): number | null => {
  let found: number | null = null
  for (let counter = from + lookAhead; counter >= from; counter -= 1) {
    if (findStep(parameters, code, { step: counter, window: 0 }) !== null) found = counter
  }
  return found
}

/** The secret as people type it: base32 (RFC 4648, section 6) without padding. */
export const typedSecret = (parameters: OtpParameters): string => secretOf(parameters).base32

interface TokenName {
  readonly issuer: string
  readonly account: string
  readonly periodSeconds: number
}

/** The `otpauth` address that authenticator apps read from a QR code. */
export const otpauthUri = (parameters: OtpParameters, name: TokenName): string =>
  new TOTP({
    issuer: name.issuer,
    label: name.account,
    secret: secretOf(parameters),
    algorithm: parameters.algorithm,
    digits: parameters.digits,
    period: name.periodSeconds,
  }).toString()
