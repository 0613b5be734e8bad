import { day, type Module } from '../../../kit/module.ts'
import { otpRoutes } from './index.ts'

export const otpsModule: Module = {
  routes: [otpRoutes],
  retention: [{ table: 'otps', column: 'expires_at', graceMillis: day }],
  kept: {
    'otps.resend_after': 'swept by the code’s own end',
  },
  secretColumns: ['otps.code_hmac'],
}
