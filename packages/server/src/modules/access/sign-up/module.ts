import { day, type Module } from '../../../kit/module.ts'
import { signUpRoutes } from './index.ts'

export const signUpModule: Module = {
  routes: [signUpRoutes],
  retention: [{ table: 'sign_ups', column: 'expires_at', graceMillis: day }],
  secretColumns: ['sign_ups.token_hash'],
}
