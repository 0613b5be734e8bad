export { shownSignUp } from './sign-up.policy.ts'
export { findSignUp } from './sign-up.repository.ts'
