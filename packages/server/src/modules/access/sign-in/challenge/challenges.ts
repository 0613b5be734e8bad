import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Challenge } from './asking.ts'
import { faceChallenge } from './face.ts'
import { fidoChallenge, passkeyChallenge } from './fido.ts'
import { gridChallenge } from './grid.ts'
import { kbaChallenge } from './kba.ts'
import { magicLinkChallenge } from './magic-link.ts'
import { otpChallenge } from './otp.ts'
import { tokenChallenge } from './token.ts'
import { tokenPushChallenge } from './token-push.ts'

/** What each kind of authenticator asks; one that is not here is answered without being asked. */
export const challenges: Readonly<Partial<Record<SignInAuthenticator, Challenge>>> = {
  PASSKEY: passkeyChallenge,
  FIDO: fidoChallenge,
  OTP: otpChallenge,
  GRID: gridChallenge,
  FACE: faceChallenge,
  TOKENCR: tokenChallenge,
  MAGICLINK: magicLinkChallenge,
  TOKENPUSH: tokenPushChallenge,
  KBA: kbaChallenge,
}
