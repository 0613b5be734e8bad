export { shownSignUp } from './sign-up.policy.ts'
export { signUpRoutes } from './sign-up.routes.ts'
