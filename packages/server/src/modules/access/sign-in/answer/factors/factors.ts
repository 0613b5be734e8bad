import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { externalFactor } from './external.ts'
import { faceFactor } from './face.ts'
import type { Factor } from './factor.ts'
import { fidoFactor, passkeyFactor } from './fido.ts'
import { gridFactor } from './grid.ts'
import { identityProviderFactor } from './identity-provider.ts'
import { kbaFactor } from './kba.ts'
import { magicLinkFactor } from './magic-link.ts'
import { otpFactor } from './otp.ts'
import { passwordFactor } from './password.ts'
import { recoveryCodeFactor } from './recovery-code.ts'
import { tempAccessCodeFactor } from './temp-access-code.ts'
import { tokenAnswerFactor, tokenFactor } from './token.ts'
import { tokenPushFactor } from './token-push.ts'
import { userCertificateFactor } from './user-certificate.ts'

/** Every kind of authenticator that a sign-in takes. */
export const factors: Readonly<Record<SignInAuthenticator, Factor>> = {
  PASSWORD: passwordFactor,
  TOKEN: tokenFactor,
  TOKENCR: tokenAnswerFactor,
  TOKENPUSH: tokenPushFactor,
  FIDO: fidoFactor,
  FACE: faceFactor,
  PASSKEY: passkeyFactor,
  OTP: otpFactor,
  RECOVERY_CODE: recoveryCodeFactor,
  TEMP_ACCESS_CODE: tempAccessCodeFactor,
  GRID: gridFactor,
  MAGICLINK: magicLinkFactor,
  EXTERNAL: externalFactor,
  KBA: kbaFactor,
  IDP: identityProviderFactor,
  USER_CERTIFICATE: userCertificateFactor,
}
