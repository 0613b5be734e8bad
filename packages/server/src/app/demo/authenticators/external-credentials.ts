import type { Context } from '../../../kit/context.ts'
import { assignExternalCredential } from '../../../modules/authenticators/external-credentials/index.ts'
import type { Holder } from './holders.ts'

/** An authenticator that another service judges, once somebody says which. */
export const insertExternalCredentials = async (ctx: Context, holder: Holder): Promise<void> => {
  const userId = holder('amelia.andersson').id
  await assignExternalCredential(ctx, 'OTP', { userId, credential: 'acme-bank-4417' })
}
