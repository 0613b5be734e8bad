import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Factor } from './factor.ts'
import { fidoFactor, passkeyFactor } from './fido.ts'
import { otpFactor } from './otp.ts'
import { passwordFactor } from './password.ts'
import { recoveryCodeFactor } from './recovery-code.ts'
import { tokenFactor } from './token.ts'

/** Every kind of authenticator that a sign-in takes. */
export const factors: Readonly<Record<SignInAuthenticator, Factor>> = {
  PASSWORD: passwordFactor,
  TOKEN: tokenFactor,
  FIDO: fidoFactor,
  PASSKEY: passkeyFactor,
  OTP: otpFactor,
  RECOVERY_CODE: recoveryCodeFactor,
}
