import { answerOnce } from './answering.ts'
import { challenge } from './challenge.ts'
import { insertEnding } from './evidence.repository.ts'
import { stepDue } from './plan.ts'
import { proveStep, writeProof } from './proofs.ts'
import { nameOf } from './query.ts'
import { recipientOf } from './recipients.ts'
import { newTransaction, openTransaction, sealTransaction } from './record.ts'
import { readReset, readSituation } from './situation.ts'
import { stepsFor } from './standing.ts'
import { choicesOf } from './states.ts'
import { unlessRefused } from './stored-answers.ts'

/** The engine's parts, for the other flows that run on it: password reset, verification. */
export const engine = {
  newTransaction,
  openTransaction,
  sealTransaction,
  nameOf,
  readReset,
  readSituation,
  recipientOf,
  challenge,
  answerOnce,
  proveStep,
  writeProof,
  stepsFor,
  stepDue,
  choicesOf,
  unlessRefused,
  insertEnding,
} as const
