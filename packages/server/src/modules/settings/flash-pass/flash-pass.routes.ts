import * as contract from '@signet/contract/settings/flashpass'
import { routes } from '../../../kit/routes.ts'
import { sealedSettingsOf } from '../families/index.ts'
import { appleFaults, googleFaults } from './pass-signer-faults.ts'

const ofPasses = sealedSettingsOf(contract.flashPassFamily, {
  refuse: ({ platform }, { values, secrets }) => [
    ...appleFaults(values, secrets, platform.clock.now()),
    ...googleFaults(values, secrets),
  ],
})

export const flashPassSettingRoutes = routes(contract, {
  readFlashPassSettings: ofPasses.read,
  updateFlashPassSettings: ofPasses.update,
  readMobileFlashPassSettings: ofPasses.read,
  updateMobileFlashPassSettings: ofPasses.update,
})
