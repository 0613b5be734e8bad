import { type CodeFit, codeFits } from '@signet/algorithms/otp-search'
import type { TokenTrialResult } from '@signet/contract/authenticators/hardware-tokens'
import { foldCode } from '@signet/rules/codes'
import type { SecretEncoding } from '@signet/rules/token-layouts'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { ImportedToken } from '../../../platform/readers/key-files/imported-tokens.ts'

interface Assumption {
  readonly column: string
  readonly value: string
}

/** What a file does not say of a token, with the values that are taken for it. */
const assumptionsOf = (token: ImportedToken): readonly Assumption[] =>
  token.assumed.map((column) => ({
    column,
    value: String(column === 'secretEncoding' ? token.encoding : token[column]),
  }))

interface Reading {
  readonly secret: Buffer
  readonly encoding: SecretEncoding | null
}

interface Found extends CodeFit {
  readonly encoding: SecretEncoding | null
}

const typeOf = ({ kind }: CodeFit) => (kind === 'TIME' ? 'OATH_TOTP' : 'OATH_HOTP')

const isImported = (found: Found, token: ImportedToken): boolean =>
  typeOf(found) === token.algorithmType &&
  found.hash === token.hash &&
  found.encoding === token.encoding &&
  (found.kind === 'COUNTER' || found.periodSeconds === token.periodSeconds)

const likeness = (found: Found, token: ImportedToken): number =>
  [
    isImported(found, token),
    found.encoding === token.encoding,
    typeOf(found) === token.algorithmType,
    found.hash === token.hash,
  ].reduce((sum, isAlike, at) => sum + (isAlike ? 8 >> at : 0), 0)

interface Trial {
  readonly token: ImportedToken
  readonly response: string
  /** Every way to read its secret, that of the import among them. */
  readonly readings: readonly Reading[]
}

/** Whether a code is of a token that has not been imported, and as what. */
export const triedCode = (
  ctx: Context,
  { token, response, readings }: Trial,
): z.input<typeof TokenTrialResult> => {
  const code = foldCode(response)
  const { counter, periodSeconds } = token
  const now = ctx.platform.clock.now()
  const found = readings
    .flatMap(({ secret, encoding }) =>
      codeFits({ secret, code, now, counter, periodSeconds }).map((fit) => ({ ...fit, encoding })),
    )
    .toSorted((a, b) => likeness(b, token) - likeness(a, token))
  const fits = code.length === token.digits && found.some((each) => isImported(each, token))
  return {
    fits,
    found: found.map((each) => ({
      algorithmType: typeOf(each),
      hash: each.hash,
      digits: code.length,
      periodSeconds: each.periodSeconds,
      counter: each.kind === 'COUNTER' ? each.step : null,
      driftSeconds: each.offsetSeconds,
      secretEncoding: each.encoding,
    })),
    imported: {
      algorithmType: token.algorithmType,
      hash: token.hash,
      digits: token.digits,
      periodSeconds: token.periodSeconds,
      assumed: [...assumptionsOf(token)],
    },
  }
}

/** What is said of tokens before they are imported. */
export const fileTokens = { assumptionsOf, triedCode } as const
