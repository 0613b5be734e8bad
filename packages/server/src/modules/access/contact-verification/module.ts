import { day, type Module } from '../../../kit/module.ts'
import { contactVerificationRoutes } from './contact-verification.routes.ts'

export const contactVerificationModule: Module = {
  routes: [contactVerificationRoutes],
  retention: [{ table: 'contact_challenges', column: 'expires_at', graceMillis: day }],
}
