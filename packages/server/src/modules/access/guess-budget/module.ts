import * as contract from '@signet/contract/settings/guessbudget'
import * as lockout from '@signet/contract/settings/lockout'
import type { Module } from '../../../kit/module.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { settingsOf } from '../../settings/families/index.ts'
import { readMeter } from './meter.ts'

const ofLockouts = settingsOf(lockout.lockoutFamily)
const ofBound = settingsOf(contract.guessBudgetFamily)

const guessBudgetRoutes: readonly Route[] = [
  ...routes(contract, {
    readGuessBudget: ofBound.read,
    updateGuessBudget: ofBound.update,
    readGuessMeter: readMeter,
  }),
  ...routes(lockout, {
    readLockoutSettings: ofLockouts.read,
    updateLockoutSettings: ofLockouts.update,
  }),
]

export const guessBudgetModule: Module = {
  routes: [guessBudgetRoutes],
}
