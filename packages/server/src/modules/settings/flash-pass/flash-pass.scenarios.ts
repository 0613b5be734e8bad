import { generateKeyPairSync } from 'node:crypto'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const withKey: Scenario = ({ ctx, keep }) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const googleKey = keep(String(privateKey.export({ format: 'pem', type: 'pkcs8' })))
  const organizationName = `Acme ${ctx.platform.ids.random(6).toString('hex')}`
  return { body: { organizationName, secrets: { googleKey } } }
}

export const scenarios: SubjectScenarios = {
  calls: {
    updateFlashPassSettings: withKey,
    updateMobileFlashPassSettings: withKey,
  },
}
