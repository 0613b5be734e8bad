import { day, type Module } from '../../../kit/module.ts'

export const softTokensModule: Module = {
  retention: [
    { table: 'soft_token_claims', column: 'expires_at', graceMillis: day },
    { table: 'pushes', column: 'expires_at', graceMillis: 31 * day },
  ],
  secretColumns: [
    'pushes.number_hmac',
    'soft_token_claims.claim_hash',
    'soft_token_devices.sealed_subscription',
  ],
  openColumns: [
    'pushes.signature',
    'soft_token_devices.public_key',
    'soft_token_devices.thumbprint',
  ],
}
