export { tempAccessCodeQuery, useTempAccessCode } from './temp-access-codes.repository.ts'
export { tempAccessCodeRoutes } from './temp-access-codes.routes.ts'
export { isTempAccessCode, tempAccessCodes } from './temp-access-codes.service.ts'
