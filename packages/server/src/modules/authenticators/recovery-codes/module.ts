import { type Module } from '../../../kit/module.ts'
import { recoveryCodeRoutes } from './index.ts'

export const recoveryCodesModule: Module = {
  routes: [recoveryCodeRoutes],
  secretColumns: ['recovery_codes.code_hmac'],
}
