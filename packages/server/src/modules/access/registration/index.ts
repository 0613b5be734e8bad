export {
  asksForSecondFactor,
  isDue,
  isRegistrationOver,
  mustVerify,
} from './registration.policy.ts'
export { completeRegistration, mustRegister, readRegistration } from './registration.service.ts'
