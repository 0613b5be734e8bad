import { createHmac } from 'node:crypto'
import type { OtpAlgorithm } from './otp.ts'

const hashes = ['SHA1', 'SHA256', 'SHA512'] as const satisfies readonly OtpAlgorithm[]
const periods = [30, 60] as const
/** Seconds that a clock may be off. */
const mostOffSeconds = 600
/** Presses of the button that were never used. */
const mostAhead = 100

/** What a code tells of the token that shows it. */
export interface CodeFit {
  readonly kind: 'TIME' | 'COUNTER'
  readonly hash: OtpAlgorithm
  /** Of a clock. */
  readonly periodSeconds: number | null
  /** The step of time, or the counter. */
  readonly step: number
  /** Seconds from this clock to the token's, as far as a step tells; null for a counter. */
  readonly offsetSeconds: number | null
}

interface SoughtCode {
  readonly secret: Uint8Array
  readonly code: string
  readonly now: Date
  /** Of the next code, by the file. */
  readonly counter: number
  /** Further seconds of a step that the file names. */
  readonly periodSeconds: number
}

/** RFC 4226, section 5.3. */
const codeAt = (hash: OtpAlgorithm, secret: Uint8Array, step: number): number => {
  const moved = Buffer.alloc(8)
  moved.writeBigUInt64BE(BigInt(step))
  const digest = createHmac(hash.toLowerCase(), secret).update(moved).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  return digest.readUInt32BE(offset) & 0x7f_ff_ff_ff
}

/** 0, 1, -1, 2, -2…: what is nearest comes first. */
const nearest = (most: number): readonly number[] =>
  Array.from({ length: 2 * most + 1 }, (_, at) => (at % 2 === 1 ? (at + 1) / 2 : 0 - at / 2))

/**
 * Every way in which a secret makes this code about now, the nearest of each: a few hundred codes
 * are tried, whatever is asked.
 */
export const codeFits = ({
  secret,
  code,
  now,
  counter,
  periodSeconds,
}: SoughtCode): readonly CodeFit[] => {
  if (!/^\d{6,10}$/.test(code)) return []
  const modulus = 10 ** code.length
  const fits = (hash: OtpAlgorithm, step: number): boolean =>
    step >= 0 && codeAt(hash, secret, step) % modulus === Number(code)
  const found: CodeFit[] = []
  for (const hash of hashes) {
    for (const period of new Set([periodSeconds, ...periods])) {
      const present = Math.floor(now.getTime() / 1000 / period)
      const offset = nearest(Math.ceil(mostOffSeconds / period)).find((each) =>
        fits(hash, present + each),
      )
      if (offset === undefined) continue
      const step = present + offset
      const offsetSeconds = offset * period
      found.push({ kind: 'TIME', hash, periodSeconds: period, step, offsetSeconds })
    }
    const ahead = Array.from({ length: mostAhead + 1 }, (_, at) => counter + at)
    const step = ahead.find((each) => fits(hash, each))
    if (step !== undefined) {
      found.push({ kind: 'COUNTER', hash, periodSeconds: null, step, offsetSeconds: null })
    }
  }
  return found
}
