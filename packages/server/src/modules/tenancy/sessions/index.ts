export { checkProof, presentNonce } from './dpop.ts'
export { type SessionClaims, verifySessionToken } from './session-token.ts'
export { sessionRoutes } from './sessions.routes.ts'
export {
  endSessionsOf,
  isOpen,
  logout,
  proveAgain,
  readSession,
  renew,
  startSession,
} from './sessions.service.ts'
