export { fitsHash } from './foreign-hashes.ts'
export { initialPassword } from './initial-password.ts'
export { preparedPassword } from './password-rules.ts'
export { passwordSets } from './password-sets.ts'
export { passwordRoutes } from './passwords.routes.ts'
export {
  hashChosen,
  isPassword,
  judge,
  readRules,
  readStatus,
  storePassword,
} from './passwords.service.ts'
export { remind } from './user-passwords.service.ts'
