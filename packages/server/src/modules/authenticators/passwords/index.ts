import { importable } from './foreign-hashes.ts'
import { listOwners } from './passwords.repository.ts'
import { demandChange, insertPasswords, replacePasswords } from './passwords.service.ts'

export { bindings } from './bindings.ts'
export { fitsHash } from './foreign-hashes.ts'
export { preparedPassword } from './password-rules.ts'
export {
  hashChosen,
  initialPassword,
  isPassword,
  judge,
  readRules,
  readStatus,
  storePassword,
} from './passwords.service.ts'
export { remind } from './user-passwords.service.ts'

/** Passwords by the hundred, for bulk operations: a few statements whatever their number. */
export const passwordSets = {
  importable,
  insert: insertPasswords,
  replace: replacePasswords,
  owners: listOwners,
  demandChange,
} as const
