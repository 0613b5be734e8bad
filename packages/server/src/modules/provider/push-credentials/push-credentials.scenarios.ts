import { generateKeyPairSync } from 'node:crypto'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

const apnsKey = (): string =>
  String(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      format: 'pem',
      type: 'pkcs8',
    }),
  )

const apns = {
  apnsEnabled: true,
  apnsKeyId: 'ABCDE12345',
  apnsTeamId: 'TEAM123456',
  apnsBundleId: 'test.example.app',
}

export const scenarios: SubjectScenarios = {
  calls: {
    updatePushCredentials: ({ keep }) => ({
      body: { ...apns, secrets: { apnsKey: keep(apnsKey()) } },
    }),
    testPushCredentials: () => ({ body: { service: 'FCM' } }),
  },
  shownIn: {
    testPushCredentials: 'modules/provider/push-credentials/push-credentials.test.ts',
  },
}
