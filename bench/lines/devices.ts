import { beginDevice, pollDevice } from '../flows/openid-connect.ts'
import { drive } from '../load/drive.ts'
import { found } from '../report/finding.ts'
import { deviceCodeOf, devices, seedDeviceCodes } from '../seed/device-codes.ts'
import { registerDevice } from '../subject/applications.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'

/** Devices that ask one after another, each at its own pace, whether somebody has confirmed them. */
export const devicePollingLine: Measure = {
  lines: [goals.devicePolling],
  async run({ signet, site, seconds }) {
    const { http, measured } = signet
    const television = await registerDevice(http, site.seeding.adminToken)
    await seedDeviceCodes(site.owner, await beginDevice(http, television))
    let next = 0
    const operation = (): Promise<void> => {
      next = (next + 1) % devices
      return pollDevice(http, television, deviceCodeOf(next))
    }
    const run = await drive({ measured, operation, seconds })
    return [found(goals.devicePolling, run.perCore, run)]
  },
}
