import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const secret = ({ keep, ctx }: World): string =>
  keep(ctx.platform.ids.random(18).toString('base64url'))

export const scenarios: SubjectScenarios = {
  calls: {
    updateSdpSettings: (world) => ({
      body: {
        clientId: 'signet',
        secrets: { clientSecret: secret(world) },
      },
    }),
  },
  shownIn: {
    readSdpDeviceCode: 'modules/settings/sdp/sdp.test.ts',
    testSdpConnection: 'modules/settings/sdp/sdp.test.ts',
  },
}
