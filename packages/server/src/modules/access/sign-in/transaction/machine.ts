import type { AuthenticationResponse } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { channels } from '../../../authenticators/attempts/index.ts'
import {
  isTrusted,
  machines,
  type Shown,
  sequenceOf,
} from '../../../authenticators/machines/index.ts'
import { settings } from '../../../settings/families/index.ts'
import type { Account } from './accounts.repository.ts'
import type { Collected } from './collected.ts'
import { evidenceRow, type StoredEvidence } from './evidence.repository.ts'
import { type Rules, sparing } from './plan.ts'
import type { Transaction } from './record.ts'
import type { NextMove } from './standing.ts'

type Given = Pick<z.output<typeof AuthenticationResponse>, 'deviceFingerprint'>

/** What the browser showed of itself in this sign-in. */
export const shownIn = ({ machine, startedAt }: Transaction, given: Given = {}): Shown => ({
  sequence: machine?.sequence ?? null,
  fingerprint: given.deviceFingerprint ?? machine?.fingerprint ?? null,
  startedAt,
})

interface Browser {
  readonly transaction: Transaction
  readonly account: Account
  readonly device: string | null
  readonly shown: Shown
}

/**
 * The account as the rest of the sign-in is to see it: without a machine that is another browser's,
 * or of which there are two. Copies are found as soon as a first factor is proven.
 */
export const withoutCopies = (unit: Collected, browser: Browser): Account => {
  const { transaction, account, device, shown } = browser
  if (account.machine === null) return account
  const isThis = device !== null && device === transaction.device
  const bare = { ...account, machine: null }
  if (!isThis || transaction.purpose !== 'SIGN_IN') return bare
  if (sequenceOf(account.machine, shown) !== 'COPIED') return account
  const person = { id: account.id, name: account.name }
  unit.add(...machines.revokingCopies(unit.ctx, person, device))
  return bare
}

/**
 * The evidence of a remembered browser or a known device in place of a second factor; null where one
 * is asked for: by the flow, of administrators, by the application, of whoever has to enrol one first.
 */
export const sparedBy = (
  ctx: Context,
  { transaction, account, device, shown }: Browser,
  { move, rules }: { readonly move: NextMove; readonly rules: Rules },
): StoredEvidence | null => {
  if (move.kind !== 'step' || move.step.number !== 2 || move.step.allowed.length === 0) return null
  if (transaction.purpose !== 'SIGN_IN') return null
  const { takes } = move.step
  const spares = sparing(account, rules).filter((name) => takes?.includes(name) ?? true)
  const isRemembered = spares.includes('MACHINE') && isTrusted(ctx, account.machine, shown)
  const isKnown =
    spares.includes('KNOWN_DEVICE') && account.device_known && device === transaction.device
  if (!isRemembered && !isKnown) return null
  return evidenceRow(ctx, {
    transactionId: transaction.id,
    userId: account.id,
    step: 2,
    authenticator: isRemembered ? 'MACHINE' : 'KNOWN_DEVICE',
    authenticator_id: isRemembered ? (account.machine?.id ?? null) : null,
    class: 'POSSESSION',
    channel: channels.MACHINE,
    device,
  })
}

interface Ended extends Browser {
  /** The person asked for it. */
  readonly trust: boolean
  readonly evidence: readonly StoredEvidence[]
  readonly sessionId: string
}

/** The nonce that the browser shows next time; null for one that is not remembered. */
export const nextSequence = (unit: Collected, ended: Ended): string | null => {
  const { account, device, shown, trust, evidence, sessionId } = ended
  const { machine } = account
  const sequence = sequenceOf(machine, shown)
  const isHere = sequence === 'NEWEST' || sequence === 'REPEATED'
  const isOver =
    machine !== null && Date.parse(machine.expires_at) <= unit.ctx.platform.clock.now().getTime()
  if (machine !== null && isHere && !isOver) {
    const spared = evidence.some(({ authenticator }) => authenticator === 'MACHINE')
    const rotation = { id: machine.id, shown, sessionId, spared }
    const { sequenceNonce, writes } = machines.rotating(unit.ctx, rotation)
    unit.add(...writes)
    return sequenceNonce
  }
  if (!trust || device === null || !settings.machine.lastRead(unit.ctx).enabled) return null
  const person = { id: account.id, name: account.name }
  const { fingerprint } = shown
  const made = machines.registering(unit.ctx, person, { device, fingerprint, sessionId })
  unit.add(...made.writes)
  return made.sequenceNonce
}
