import { createHash } from 'node:crypto'
import type { DeviceFingerprint } from '@signet/contract/authenticators/device-fingerprint'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { acceptedFingerprint, changesBetween } from './fingerprints.ts'

/** What the sign-in reads of the machine that a browser says it is, with the account. */
export interface StandingMachine {
  readonly id: string
  readonly sequence_hash: string
  readonly pending: readonly string[]
  readonly rotated_at: string
  /** The session that came with the newest nonce has been in use since: its answer arrived. */
  readonly arrived: boolean
  readonly attributes: Readonly<Record<string, string>>
  readonly expires_at: string
}

/** What a browser showed of itself in a sign-in. */
export interface Shown {
  /** SHA-256 of its sequence nonce in hexadecimal; null without a proper one. */
  readonly sequence: string | null
  readonly fingerprint?: DeviceFingerprint | null | undefined
  /** When the sign-in began, in epoch milliseconds. */
  readonly startedAt: number
}

/**
 * NEWEST: as it should be. REPEATED: an answer was lost, or two tabs signed in at once. COPIED: the
 * nonce was followed by one that arrived. NONE: nothing is remembered, or nothing was shown.
 */
type Sequence = 'NEWEST' | 'REPEATED' | 'COPIED' | 'NONE'

/** Only nonces that we made: what pages of earlier releases kept is none. */
const nonceForm = /^[A-Za-z0-9_-]{43}$/

export const sequenceHash = (sequenceNonce: string | undefined): string | null =>
  sequenceNonce !== undefined && nonceForm.test(sequenceNonce)
    ? createHash('sha256').update(sequenceNonce).digest('hex')
    : null

/** Tabs that begin together may come one after the other. */
const togetherMillis = 60_000

export const sequenceOf = (machine: StandingMachine | null, shown: Shown): Sequence => {
  const { sequence, startedAt } = shown
  if (machine === null || sequence === null) return 'NONE'
  if (machine.pending.includes(sequence)) return 'NEWEST'
  if (machine.sequence_hash !== sequence) return 'COPIED'
  if (machine.pending.length === 0) return 'NEWEST'
  const since = startedAt - Date.parse(machine.rotated_at)
  return machine.arrived && since > togetherMillis ? 'COPIED' : 'REPEATED'
}

/** Whether a machine looks as it did, as far as the tenant cares. */
const looksTheSame = (ctx: Context, machine: StandingMachine, shown: Shown): boolean => {
  const { fingerprintRequired, changesAllowed } = settings.machine.lastRead(ctx)
  if (!fingerprintRequired) return true
  const fingerprint = acceptedFingerprint(ctx, shown.fingerprint)
  if (fingerprint === null || Object.keys(machine.attributes).length === 0) return false
  return changesBetween(machine.attributes, fingerprint.attributes) <= changesAllowed
}

/** Whether it may stand for a second factor. Whose, and where, is for the sign-in to say. */
export const isTrusted = (ctx: Context, machine: StandingMachine | null, shown: Shown): boolean => {
  const { enabled, sparesSecondFactor } = settings.machine.lastRead(ctx)
  if (!enabled || !sparesSecondFactor || machine === null) return false
  if (sequenceOf(machine, shown) !== 'NEWEST') return false
  if (Date.parse(machine.expires_at) <= ctx.platform.clock.now().getTime()) return false
  return looksTheSame(ctx, machine, shown)
}
