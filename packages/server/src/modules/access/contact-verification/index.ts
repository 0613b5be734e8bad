export { contactVerificationRoutes } from './contact-verification.routes.ts'
