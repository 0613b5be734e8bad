export { tempAccessCodeQuery, useTempAccessCode } from './temp-access-codes.repository.ts'
export { isTempAccessCode, tempAccessCodes } from './temp-access-codes.service.ts'
