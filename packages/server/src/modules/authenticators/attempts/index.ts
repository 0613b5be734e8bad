export { counting, type Holder } from './attempts.repository.ts'
export {
  clearBudgets,
  listLockouts,
  lockoutExpiryOf,
  reserve,
  settle,
  strangerOf,
} from './attempts.service.ts'
export { channels, isCounted } from './budgets.ts'
