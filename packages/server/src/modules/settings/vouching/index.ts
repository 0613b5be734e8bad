export {
  changeVoucher,
  gained,
  isSuperAdministrator,
  type VoucherChange,
} from './vouching.policy.ts'
