import { generateKeyPairSync } from 'node:crypto'
import { updateMobileSdk } from '@signet/contract/settings/mobilesdk'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const change = ({ keep }: World) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const apnsKey = keep(String(privateKey.export({ format: 'pem', type: 'pkcs8' })))
  return { body: { apnsBundleId: 'example.acme.app', secrets: { apnsKey } } }
}

export const scenarios: SubjectScenarios = {
  calls: {
    updateMobileSdk: change,
    deleteMobileSdk: async (world) => {
      await world.test.call(updateMobileSdk, { as: world.admin.token, ...change(world) })
      return {}
    },
  },
}
