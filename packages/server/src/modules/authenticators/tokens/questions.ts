import { createHmac, timingSafeEqual } from 'node:crypto'
import { type OcraInput, type OcraSuite, ocra, parseSuite } from '@signet/algorithms/ocra'
import { foldCode } from '@signet/rules/codes'
import type { Context } from '../../../kit/context.ts'
import { learn, openSecret, windowsOf } from './codes.ts'
import { signedPin, withoutPin } from './pins.ts'
import type { AcceptedStep, StoredToken } from './tokens.repository.ts'

/** Digits are questions of every suite: numeric, alphanumeric and hexadecimal ones. */
const mostDigits = 8

interface Question {
  readonly text: string
  readonly askedAt: Date
}

const suiteOf = ({ ocra_suite }: StoredToken): OcraSuite | null =>
  ocra_suite === null ? null : parseSuite(ocra_suite)

/** A question that each of the tokens can take. */
export const newQuestion = (ctx: Context, tokens: readonly StoredToken[]): string => {
  const lengths = tokens.map((token) => suiteOf(token)?.question.length ?? mostDigits)
  const length = Math.min(mostDigits, ...lengths)
  const number = ctx.platform.ids.random(6).readUIntBE(0, 6) % 10 ** length
  return String(number).padStart(length, '0')
}

/** What may have been signed beside the question, each with what would be accepted by it. */
const candidates = async (
  ctx: Context,
  { token, suite, question }: { token: StoredToken; suite: OcraSuite; question: Question },
): Promise<readonly (Partial<OcraInput> & { readonly accepted: AcceptedStep })[]> => {
  const windows = await windowsOf(ctx, token)
  const now = ctx.platform.clock.now().getTime()
  const seconds = suite.stepSeconds
  const present = seconds === null ? 0 : Math.floor(now / 1000 / seconds)
  const expected = present + Math.round(token.drift_quarters / 4)
  const reach = seconds === null ? 0 : windows.steps
  const ahead = suite.counter ? windows.ahead : 0
  return Array.from({ length: 2 * reach + 1 }, (_, at) => expected - reach + at).flatMap((step) =>
    Array.from({ length: ahead + 1 }, (_, presses) => {
      const counter = token.last_step + 1 + presses
      const driftQuarters =
        seconds === null ? 0 : learn(token.drift_quarters, step - present, windows.resync)
      const newest = suite.counter ? counter : question.askedAt.getTime()
      return { step, counter, accepted: { id: token.id, step: newest, driftQuarters } }
    }),
  )
}

const areEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * What the answer to a question is accepted by (RFC 6287, section 7.1); null for a wrong one, and for
 * one to a question that is not newer than the last one answered. All candidates are compared.
 */
export const matchAnswer = async (
  ctx: Context,
  token: StoredToken,
  { question, typed }: { readonly question: Question; readonly typed: string },
): Promise<AcceptedStep | null> => {
  const suite = suiteOf(token)
  if (suite === null) return null
  const [secret, pin, answer] = await Promise.all([
    openSecret(ctx, token),
    signedPin(ctx, token),
    withoutPin(ctx, token, foldCode(typed)),
  ])
  if (answer === null || (suite.pinHash !== null && pin === undefined)) return null
  const right = (await candidates(ctx, { token, suite, question }))
    .filter(({ accepted }) => accepted.step > token.last_step)
    .map(({ accepted, ...input }) => ({
      accepted,
      isRight: areEqual(ocra(suite, secret, { question: question.text, pin, ...input }), answer),
    }))
    .filter(({ isRight }) => isRight)
  return right[0]?.accepted ?? null
}

const unlockSuite = 'OCRA-1:HOTP-SHA256-8:QN08'

/**
 * What a token that has locked itself wants to hear for the number it shows. By a key derived from
 * the token's, so that no answer to a sign-in's question can be had this way.
 */
export const unlockAnswer = async (
  ctx: Context,
  token: StoredToken,
  challenge: string,
): Promise<string> => {
  const suite = parseSuite(unlockSuite)
  if (suite === null) throw new Error('the suite of unlocking is none')
  const secret = await openSecret(ctx, token)
  const key = createHmac('sha256', secret).update('unlock').digest()
  return ocra(suite, key, { question: challenge })
}
