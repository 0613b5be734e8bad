import { oneOf } from '@signet/rules/membership'

/** What a user can prove, of which there is a name (`authenticators:proof.kinds`). */
export const isProofKind = oneOf([
  'EXTERNAL',
  'FACE',
  'FIDO',
  'GRID',
  'IDP',
  'KBA',
  'MAGICLINK',
  'OTP',
  'PASSKEY',
  'PASSWORD',
  'RECOVERY_CODE',
  'TEMP_ACCESS_CODE',
  'TOKEN',
  'TOKENCR',
  'TOKENPUSH',
  'USER_CERTIFICATE',
] as const)
