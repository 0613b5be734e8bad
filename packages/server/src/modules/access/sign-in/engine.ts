import { answerOnce } from './answering.ts'
import { challenge, expectDue } from './challenge.ts'
import { completeIn } from './complete.ts'
import { insertEnding } from './evidence.repository.ts'
import { stepDue } from './plan.ts'
import { proveStep, writeProof } from './proofs.ts'
import { nameOf } from './query.ts'
import { recipientOf } from './recipients.ts'
import { newTransaction, openTransaction, resumeTransaction, sealTransaction } from './record.ts'
import { readReset, readSituation } from './situation.ts'
import { stepsFor } from './standing.ts'
import { choicesOf, verifiable } from './states.ts'
import { refused, unlessRefused } from './stored-answers.ts'

/** The engine's parts, for the other flows that run on it: password reset, verification. */
export const engine = {
  newTransaction,
  openTransaction,
  resumeTransaction,
  sealTransaction,
  completeIn,
  nameOf,
  readReset,
  readSituation,
  recipientOf,
  challenge,
  expectDue,
  answerOnce,
  proveStep,
  writeProof,
  stepsFor,
  stepDue,
  choicesOf,
  verifiable,
  refused,
  unlessRefused,
  insertEnding,
} as const
