export { checkProof, presentNonce } from './dpop.ts'
export { type SessionClaims, verifySessionToken } from './session-token.ts'
export { sessionQuery } from './sessions.repository.ts'
export {
  endAllSessions,
  endSessionsOf,
  isOpen,
  logout,
  proveAgain,
  renew,
  startSession,
} from './sessions.service.ts'
