import { day, type Module } from '../../../kit/module.ts'
import { pushRoutes } from './index.ts'

export const signInModule: Module = {
  routes: [pushRoutes],
  retention: [
    { table: 'sign_in_attempts', column: 'transaction_id', graceMillis: day },
    { table: 'sign_in_evidence', column: 'transaction_id', graceMillis: day },
  ],
  secretColumns: ['sign_in_attempts.answer', 'sign_in_attempts.attempt_key'],
  openColumns: ['sign_in_evidence.key_thumbprint'],
}
