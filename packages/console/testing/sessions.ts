import type { AuthenticatedSession } from '../src/session/stored.ts'

/** A session as the server starts it, 15 minutes long. */
export const buildSession = (
  change: { readonly token?: string; readonly lengthMs?: number; readonly time?: number } = {},
): AuthenticatedSession => {
  const { token = 'token-1', lengthMs = 900_000, time = 1_000_000 } = change
  const expires = time + lengthMs
  return {
    jwt: { token, userId: 'user-1', time, expires, stepUpAuthExpiry: 0 },
    startTime: time,
    expiryTime: expires,
    isAuthenticatedJwt: true,
    machineNonce: null,
    sequenceNonce: null,
    organizationId: null,
    updateProfile: false,
    isStepAuth: false,
    usedSmartLogin: false,
    idpAuthenticationFailed: false,
    stepUpAuthExpiry: 0,
  }
}
