import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Context } from '../../../kit/context.ts'
import { answerAndAdmit } from './answer/admitting.ts'
import { answerOnce } from './answer/answering.ts'
import { complete, completeIn } from './answer/complete.ts'
import { proveStep, writeProof } from './answer/proofs.ts'
import { nameOf } from './begin/query.ts'
import { challenge, expectDue } from './challenge/challenge.ts'
import { admit } from './conclude/conclude.ts'
import { countGuess, judged } from './guesses.ts'
import { afresh, expectAccepted, keepingWaysIn } from './self-lockout.ts'
import { everyHolding } from './transaction/accounts.repository.ts'
import { insertEnding } from './transaction/evidence.repository.ts'
import { isOnKnownDevice } from './transaction/known-device.ts'
import { firstFactors, stepDue, unconfirmedChannel, usableKinds } from './transaction/plan.ts'
import { recipientOf } from './transaction/recipients.ts'
import {
  newTransaction,
  openTransaction,
  resumeTransaction,
  sealTransaction,
  type Transaction,
} from './transaction/record.ts'
import { rulesBy } from './transaction/risk.ts'
import { readReset, readSituation } from './transaction/situation.ts'
import { nextMove, readRules, readRulesFor, stepsFor } from './transaction/standing.ts'
import { choicesOf, verifiable } from './transaction/states.ts'
import { refused, unlessRefused } from './transaction/stored-answers.ts'

/** Whether a factor may begin this sign-in, whoever it is. */
const mayComeFirst = async (
  ctx: Context,
  transaction: Transaction,
  kind: SignInAuthenticator,
): Promise<boolean> =>
  firstFactors(transaction.purpose, await readRules(ctx, transaction)).includes(kind)

/** The engine's parts, for the other flows that run on it: password reset, verification, RADIUS. */
export const engine = {
  mayComeFirst,
  newTransaction,
  openTransaction,
  resumeTransaction,
  sealTransaction,
  complete,
  completeIn,
  nameOf,
  readReset,
  readSituation,
  recipientOf,
  challenge,
  expectDue,
  answerOnce,
  answerAndAdmit,
  proveStep,
  writeProof,
  stepsFor,
  stepDue,
  unconfirmedChannel,
  choicesOf,
  verifiable,
  refused,
  unlessRefused,
  insertEnding,
  firstFactors,
  isOnKnownDevice,
  countGuess,
  judged,
  usableKinds,
  readRules,
  nextMove,
  admit,
  keepingWaysIn,
  afresh,
  expectAccepted,
  rulesBy,
  readRulesFor,
  everyHolding,
} as const
