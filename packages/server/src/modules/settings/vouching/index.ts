export { changedCalls, changedJudge } from './connector-parties.ts'
export { expectParty } from './parties.policy.ts'
export {
  changeVoucher,
  expectSuperAdministrator,
  gained,
  isSuperAdministrator,
  type VoucherChange,
} from './vouching.policy.ts'
