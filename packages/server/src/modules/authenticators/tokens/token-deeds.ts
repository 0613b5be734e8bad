import { secretPurpose } from './codes.ts'
import { handOverActivation } from './hand-over.ts'
import { storedPin } from './pins.ts'
import { matchAnswer, newQuestion, unlockAnswer } from './questions.ts'
import { groupsOfTokens, isFor } from './token-groups.repository.ts'
import { create } from './token-making.ts'
import { expectManaged } from './tokens.policy.ts'
import { presentToken } from './tokens.present.ts'
import { findTokenBySerial } from './tokens.repository.ts'
import * as service from './tokens.service.ts'

/** What the flows above do with tokens. */
export const tokens = {
  present: service.present,
  presentBeside: presentToken,
  listOf: service.listOf,
  read: service.readToken,
  findBySerial: findTokenBySerial,
  create,
  startActivation: service.startActivation,
  handOver: handOverActivation,
  showSecret: service.showSecret,
  secretForApp: service.secretForApp,
  completeActivation: service.completeActivation,
  changeState: service.changeState,
  nextState: service.nextState,
  relabel: service.relabel,
  synchronise: service.synchronise,
  unlock: service.unlock,
  unassign: service.unassign,
  release: service.release,
  locked: service.locked,
  expectManaged,
  groupsOf: groupsOfTokens,
  isFor,
  secretPurpose,
  storedPin,
} as const

/** Numbers that tokens with keys answer. */
export const questions = { make: newQuestion, matchAnswer, unlockAnswer } as const
