import { findCounter, findStep, type OtpParameters, timeStep } from '@signet/algorithms/otp'
import { foldCode } from '@signet/rules/codes'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { matchAdapted } from './adapted-codes.ts'
import { withoutPin } from './pins.ts'
import type { AcceptedStep, StoredToken } from './tokens.repository.ts'

/** Quarters of a step, the widest window and the rounding: what a drift that was learnt can be off. */
const mostLearnt = 4 * 5 + 2

/** RFC 6238, section 5.2: steps to either side of an app's own time. */
const appWindow = 1

export const secretPurpose = (id: string): string => `token:${id}`

export const openSecret = (ctx: Context, token: StoredToken): Promise<Buffer> =>
  ctx.platform.secrets.open(token.tenant_id, secretPurpose(token.id), token.sealed_secret)

/** How far codes may be off: of administrators never further than by default. */
export const windowsOf = async (
  ctx: Context,
  { type, user_id: owner }: Pick<StoredToken, 'type' | 'user_id'>,
) => {
  const { timeWindow, counterWindow, resyncWindow } = await settings.hardwareOath(ctx, owner)
  return type === 'OATH_PHYSICAL_TOKEN'
    ? { steps: timeWindow, ahead: counterWindow, resync: resyncWindow }
    : { steps: appWindow, ahead: 0, resync: 120 }
}

/**
 * RFC 6238, section 6. A quarter of a step at a time: one code typed late must not move what is expected
 * next. A clock that was set right again is believed at once. Use alone leads no further away than two
 * codes that are typed to synchronize, `most` steps.
 */
export const learn = (quarters: number, offset: number, most: number): number => {
  const seen = offset * 4
  if (Math.abs(seen - quarters) > mostLearnt) return seen
  const next = quarters + Math.max(-1, Math.min(1, seen - quarters))
  return Math.abs(next) > Math.max(4 * most, Math.abs(quarters)) ? quarters : next
}

interface Typed {
  readonly token: StoredToken
  readonly parameters: OtpParameters
  readonly code: string
}

const matchTime = async (
  ctx: Context,
  { token, parameters, code }: Typed,
): Promise<AcceptedStep | null> => {
  const present = timeStep(ctx.platform.clock.now(), token.period_seconds)
  const expected = present + Math.round(token.drift_quarters / 4)
  const { steps: window, resync } = await windowsOf(ctx, token)
  const step =
    findStep(parameters, code, { step: expected, window }) ??
    findStep(parameters, code, { step: present, window })
  if (step === null || step <= token.last_step) return null
  return { id: token.id, step, driftQuarters: learn(token.drift_quarters, step - present, resync) }
}

/** RFC 4226, section 7.2: the counter after the last accepted one, and a few further. */
const matchCounter = async (
  ctx: Context,
  { token, parameters, code }: Typed,
): Promise<AcceptedStep | null> => {
  const { ahead: lookAhead } = await windowsOf(ctx, token)
  const step = findCounter(parameters, code, { from: token.last_step + 1, lookAhead })
  return step === null ? null : { id: token.id, step, driftQuarters: 0 }
}

/**
 * The step or counter whose code this is, with the drift learnt from it; null for a wrong or a used
 * code. The newest accepted one is checked again when the code is used up (RFC 6238, section 5.2).
 */
export const matchCode = async (
  ctx: Context,
  token: StoredToken,
  typed: string,
): Promise<AcceptedStep | null> => {
  const { algorithm_type: kind, digits, algorithm } = token
  if (kind === 'OATH_OCRA') return null
  const [secret, code] = await Promise.all([
    openSecret(ctx, token),
    withoutPin(ctx, token, foldCode(typed)),
  ])
  if (code === null) return null
  if (kind === 'AT' || kind === 'VENDOR') {
    const { timeWindow: window } = await settings.legacyToken(ctx, token.user_id)
    return matchAdapted(ctx, { ...token, algorithm_type: kind }, { secret, codes: [code], window })
  }
  const question = { token, parameters: { secret, digits, algorithm }, code }
  return kind === 'OATH_TOTP' ? matchTime(ctx, question) : matchCounter(ctx, question)
}

const pairInTime = async (
  ctx: Context,
  typed: Typed,
  next: string,
): Promise<AcceptedStep | null> => {
  const { token, parameters, code } = typed
  const present = timeStep(ctx.platform.clock.now(), token.period_seconds)
  const { resync: window } = await windowsOf(ctx, token)
  const start = findStep(parameters, code, { step: present, window })
  if (start === null || start <= token.last_step) return null
  const end = findStep(parameters, next, { step: start + 1, window: 0 })
  return end === null ? null : { id: token.id, step: end, driftQuarters: (end - present) * 4 }
}

/** RFC 4226, section 7.4: by two codes in a row, however many presses were lost. */
const pairInOrder = async (
  ctx: Context,
  typed: Typed,
  next: string,
): Promise<AcceptedStep | null> => {
  const { token, parameters, code } = typed
  const { resync: lookAhead } = await windowsOf(ctx, token)
  const start = findCounter(parameters, code, { from: token.last_step + 1, lookAhead })
  if (start === null) return null
  const end = findStep(parameters, next, { step: start + 1, window: 0 })
  return end === null ? null : { id: token.id, step: end, driftQuarters: 0 }
}

/** The later of two consecutive steps or counters that these codes are of; null when of none. */
export const matchPair = async (
  ctx: Context,
  token: StoredToken,
  typedCodes: readonly [string, string],
): Promise<AcceptedStep | null> => {
  const [first, second] = [foldCode(typedCodes[0]), foldCode(typedCodes[1])]
  const { algorithm_type: kind, digits, algorithm } = token
  if (kind === 'OATH_OCRA') return null
  const secret = await openSecret(ctx, token)
  if (kind === 'AT' || kind === 'VENDOR') {
    const { resyncWindow: window } = await settings.legacyToken(ctx, token.user_id)
    const codes = [first, second]
    return matchAdapted(ctx, { ...token, algorithm_type: kind }, { secret, codes, window })
  }
  const parameters = { secret, digits, algorithm }
  const typed = { token, parameters, code: first }
  return kind === 'OATH_TOTP' ? pairInTime(ctx, typed, second) : pairInOrder(ctx, typed, second)
}
