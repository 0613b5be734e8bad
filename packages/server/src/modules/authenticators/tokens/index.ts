export { usableAdapters } from './adapted-codes.ts'
export { matchCode } from './codes.ts'
export { shownCodes } from './shown-codes.ts'
export { questions, tokens } from './token-deeds.ts'
export { tokenSets } from './token-sets.ts'
export {
  acceptStep,
  activeTokensQuery,
  removeUnfinished,
  type StoredToken,
} from './tokens.repository.ts'
export { tokenRoutes } from './tokens.routes.ts'
