import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { findCounter, findStep, hotp, type OtpAlgorithm, typedSecret } from './otp.ts'

/** Debian's oathtool (oath-toolkit), an implementation of others. */
const isInstalled = spawnSync('oathtool', ['--version']).status === 0

const oathtool = (
  secret: string,
  [algorithm, digits, seconds]: readonly [OtpAlgorithm, number, number],
) =>
  execFileSync('oathtool', [
    `--totp=${algorithm}`,
    '--base32',
    `--digits=${digits}`,
    `--now=@${seconds}`,
    secret,
  ])
    .toString()
    .trim()

it.skipIf(!isInstalled)('agrees with oathtool on codes of random secrets and times', () => {
  for (const algorithm of ['SHA1', 'SHA256', 'SHA512'] as const) {
    for (const digits of [6, 8]) {
      for (let round = 0; round < 5; round += 1) {
        const parameters = { secret: randomBytes(20), digits, algorithm }
        const seconds = randomBytes(4).readUInt32BE()
        const code = oathtool(typedSecret(parameters), [algorithm, digits, seconds])
        const step = Math.floor(seconds / 30)
        expect(hotp(parameters, step)).toBe(code)
        expect(findStep(parameters, code, { step, window: 1 })).toBe(step)
      }
    }
  }
})

it.skipIf(!isInstalled)('agrees with oathtool on codes of random secrets and counters', () => {
  for (const digits of [6, 8]) {
    for (let round = 0; round < 5; round += 1) {
      const parameters = { secret: randomBytes(20), digits, algorithm: 'SHA1' } as const
      const counter = randomBytes(4).readUInt32BE()
      const code = execFileSync('oathtool', [
        '--hotp',
        '--base32',
        `--digits=${digits}`,
        `--counter=${counter}`,
        typedSecret(parameters),
      ])
        .toString()
        .trim()
      expect(hotp(parameters, counter)).toBe(code)
      expect(findCounter(parameters, code, { from: counter - 2, lookAhead: 2 })).toBe(counter)
    }
  }
})
