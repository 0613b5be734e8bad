import type { Context } from '../../../kit/context.ts'
import { holdRows } from '../../../platform/db/row-sets.ts'
import { matchPair, secretPurpose } from './codes.ts'
import { storedPin } from './pins.ts'
import { matchAnswer, newQuestion, unlockAnswer } from './questions.ts'
import * as activation from './token-activation.service.ts'
import { groupsOfTokens } from './token-groups.repository.ts'
import { create, createAll, rooms } from './token-making.ts'
import { expectManaged } from './tokens.policy.ts'
import { presentToken } from './tokens.present.ts'
import { findTaken, findTokenBySerial, findTokens } from './tokens.repository.ts'
import * as service from './tokens.service.ts'

export { usableAdapters } from './adapted-codes.ts'
export { matchCode } from './codes.ts'
export { shownCodes } from './shown-codes.ts'
export {
  acceptStep,
  activeTokensQuery,
  removeUnfinished,
  type StoredToken,
} from './tokens.repository.ts'
export { tokenRoutes } from './tokens.routes.ts'

/** Tokens in the flows above. */
export const tokens = {
  present: service.present,
  presentBeside: presentToken,
  listOf: service.listOf,
  read: service.readToken,
  findBySerial: findTokenBySerial,
  create,
  startActivation: activation.startActivation,
  handOver: activation.handOverActivation,
  showSecret: activation.showSecret,
  secretForApp: activation.secretForApp,
  completeActivation: activation.completeActivation,
  changeState: service.changeState,
  nextState: service.nextState,
  relabel: service.relabel,
  synchronise: service.synchronise,
  presentSynchronised: service.presentSynchronised,
  unlock: service.unlock,
  unassign: service.unassign,
  release: service.release,
  locked: service.locked,
  expectManaged,
  groupsOf: groupsOfTokens,
  secretPurpose,
  storedPin,
} as const

/** Tokens by the hundred, for bulk operations: a few statements whatever their number. */
export const tokenSets = {
  find: findTokens,
  findTaken,
  hold: (ctx: Context, ids: readonly string[]) => holdRows(ctx, 'tokens', ids),
  matchPair,
  reset: service.reset,
  remove: service.removeAll,
  create: createAll,
  rooms,
} as const

/** Numbers that tokens with keys answer. */
export const questions = { make: newQuestion, matchAnswer, unlockAnswer } as const
