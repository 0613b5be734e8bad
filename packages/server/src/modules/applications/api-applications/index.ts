export { rightsOfProgram } from './api-applications.policy.ts'
export {
  findById as findApiApplication,
  isSigningIn as isSignInProgram,
  listSigningIn as listSignInPrograms,
} from './api-applications.repository.ts'
export {
  change as changeApiApplication,
  create as createApiApplication,
  read as readApiApplication,
} from './api-applications.service.ts'
export { authenticate as authenticateProgram, type Programs } from './authenticate.service.ts'
