export { freshlyProven } from '../../authenticators/owners/index.ts'
export { selfAuthenticatorRoutes, selfQuestionRoutes } from './self-authenticators.routes.ts'
