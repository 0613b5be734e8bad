import { day, type Module } from '../../../kit/module.ts'
import { flashPassRoutes, revocationRoutes } from './index.ts'

export const flashPassesModule: Module = {
  routes: [flashPassRoutes, revocationRoutes],
  retention: [
    { table: 'flash_pass_claims', column: 'expires_at', graceMillis: day },
    // A phone that was off is still told that its pass is over.
    { table: 'flash_pass_registrations', column: 'over_at', graceMillis: 30 * day },
  ],
  kept: {
    'flash_passes.ended_at': 'who was given which pass is asked years later',
  },
  secretColumns: [
    'flash_pass_claims.token_hash',
    'flash_pass_registrations.device_hash',
    'flash_pass_registrations.sealed_push_token',
  ],
}
