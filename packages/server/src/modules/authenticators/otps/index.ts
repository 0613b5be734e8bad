export { consumeOtp, otpQuery, type StoredOtp } from './otps.repository.ts'
export { isCode, sendCode } from './otps.service.ts'
