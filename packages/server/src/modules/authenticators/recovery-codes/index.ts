export { unusedCodesQuery, useCode } from './recovery-codes.repository.ts'
export { recoveryCodeRoutes } from './recovery-codes.routes.ts'
export { recoveryCodes } from './recovery-codes.service.ts'
