export { consumeOtp, otpQuery, type StoredOtp } from './otps.repository.ts'
export { isCode, sendCode } from './otps.service.ts'
export { codePlaces, type WishedPlace } from './user-otps.service.ts'
