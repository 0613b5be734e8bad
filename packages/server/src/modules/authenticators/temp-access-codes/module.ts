import { type Module } from '../../../kit/module.ts'
import { tempAccessCodeRoutes } from './index.ts'

export const tempAccessCodesModule: Module = {
  routes: [tempAccessCodeRoutes],
  kept: {
    'temp_access_codes.expires_at':
      'shown as expired until it is deleted or another takes its place',
  },
  secretColumns: ['temp_access_codes.code_hmac'],
}
