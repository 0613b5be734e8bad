import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Context } from '../../../kit/context.ts'
import { everyHolding } from './accounts.repository.ts'
import { answerAndAdmit } from './admitting.ts'
import { answerOnce } from './answering.ts'
import { challenge, expectDue } from './challenge.ts'
import { complete, completeIn } from './complete.ts'
import { admit } from './conclude.ts'
import { insertEnding } from './evidence.repository.ts'
import { firstFactors, stepDue, usableKinds } from './plan.ts'
import { proveStep, writeProof } from './proofs.ts'
import { nameOf } from './query.ts'
import { recipientOf } from './recipients.ts'
import {
  newTransaction,
  openTransaction,
  resumeTransaction,
  sealTransaction,
  type Transaction,
} from './record.ts'
import { rulesBy } from './risk.ts'
import { afresh, expectAccepted, keepingWaysIn } from './self-lockout.ts'
import { readReset, readSituation } from './situation.ts'
import { nextMove, readRules, readRulesFor, stepsFor } from './standing.ts'
import { choicesOf, verifiable } from './states.ts'
import { refused, unlessRefused } from './stored-answers.ts'

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
  choicesOf,
  verifiable,
  refused,
  unlessRefused,
  insertEnding,
  firstFactors,
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
