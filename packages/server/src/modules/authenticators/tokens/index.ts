export {
  acceptStep,
  activeTokensQuery,
  removeUnfinished,
  type StoredToken,
} from './tokens.repository.ts'
export { tokenRoutes } from './tokens.routes.ts'
export { tokens } from './tokens.service.ts'
export { matchCode } from './totp.ts'
