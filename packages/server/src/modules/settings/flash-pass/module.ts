import * as contract from '@signet/contract/settings/flashpass'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { sealedSettingsOf } from '../families/index.ts'
import { appleFaults, googleFaults } from './pass-signer-faults.ts'

const ofPasses = sealedSettingsOf(contract.flashPassFamily, {
  refuse: ({ platform }, { values, secrets }) => [
    ...appleFaults(values, secrets, platform.clock.now()),
    ...googleFaults(values, secrets),
  ],
})

const flashPassSettingRoutes = routes(contract, {
  readFlashPassSettings: ofPasses.read,
  updateFlashPassSettings: ofPasses.update,
  readMobileFlashPassSettings: ofPasses.read,
  updateMobileFlashPassSettings: ofPasses.update,
})

export const flashPassModule: Module = {
  routes: [flashPassSettingRoutes],
}
