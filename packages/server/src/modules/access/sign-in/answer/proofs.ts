import type { Context } from '../../../../kit/context.ts'
import type { Collected } from '../transaction/collected.ts'
import {
  type Ending,
  evidenceRow,
  insertEvidence,
  type StoredEvidence,
} from '../transaction/evidence.repository.ts'
import { stepDue } from '../transaction/plan.ts'
import type { Transaction } from '../transaction/record.ts'
import { standingEvidence, stepsFor } from '../transaction/standing.ts'
import type { Proven } from './answering.ts'

interface ProvenStep {
  /** What was proven before that still holds, and now. */
  readonly evidence: readonly StoredEvidence[]
  readonly rows: readonly StoredEvidence[]
}

/** What a second factor is reached by that was proven elsewhere. */
const vouched = { step: 2, class: 'POSSESSION', channel: 'UPSTREAM' } as const

/** A row for the proven step; two when the authenticator made sure of its holder itself. */
const rowsOf = (
  ctx: Context,
  transaction: Transaction,
  { authenticator, proof, account, device, step }: Proven & { readonly step: number },
): StoredEvidence[] => {
  const row = evidenceRow(ctx, {
    transactionId: transaction.id,
    userId: account.id,
    step,
    authenticator: proof.provenAs ?? authenticator,
    authenticator_id: proof.authenticatorId,
    class: proof.class,
    channel: proof.channel,
    device,
  })
  if (proof.vouchesForSecond === true && step === 1) return [row, { ...row, ...vouched }]
  if (!proof.verifiedUser) return [row]
  return [
    { ...row, class: 'VERIFIED_USER', channel: 'DEVICE_UNLOCK' },
    { ...row, step: 2 },
  ]
}

/** The evidence that a right answer makes; null when what is due is another step or factor. */
export const proveStep = (
  ctx: Context,
  { transaction, proven }: { readonly transaction: Transaction; readonly proven: Proven },
): ProvenStep | null => {
  const { account, rules, authenticator, evidence } = proven
  const before = standingEvidence(ctx, { account, evidence })
  const due = stepDue(stepsFor(transaction, account, rules), before)
  if (due === null || !due.allowed.includes(authenticator)) return null
  const rows = rowsOf(ctx, transaction, { ...proven, step: due.number })
  return { evidence: [...before, ...rows], rows }
}

/** Uses the answer up and stores its evidence; with `ending` the transaction is over. */
export const writeProof = (
  unit: Collected,
  { rows, uses }: Pick<ProvenStep, 'rows'> & Pick<Proven['proof'], 'uses'>,
  ending: Ending | null = null,
): void => {
  const last = rows.length - 1
  unit.add(
    ...uses,
    ...rows.map((row, index) =>
      insertEvidence(
        ending === null || index < last
          ? row
          : { ...row, decision: ending.decision, session_id: ending.sessionId },
      ),
    ),
  )
}
