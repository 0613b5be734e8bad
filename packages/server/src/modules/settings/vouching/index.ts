export { changeVoucher, gained, isSuperAdministrator } from './vouching.policy.ts'
