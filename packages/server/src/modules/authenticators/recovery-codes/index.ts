export { unusedCodesQuery, useCode } from './recovery-codes.repository.ts'
export { recoveryCodes } from './recovery-codes.service.ts'
