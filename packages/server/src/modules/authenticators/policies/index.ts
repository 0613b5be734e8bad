export type { FidoFamily, OtpFamily, PasswordFamily } from './families.ts'
export { policies } from './policies.ts'
