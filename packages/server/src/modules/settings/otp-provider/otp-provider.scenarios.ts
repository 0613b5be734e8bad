import { connector } from '../../../security/sweep/calls/settings.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const secret = ({ keep, ctx }: World): string =>
  keep(ctx.platform.ids.random(18).toString('base64url'))

export const scenarios: SubjectScenarios = {
  calls: {
    updateOtpProvider: (world) => ({
      body: {
        sms: {
          ...connector,
          url: `${connector.url}?key=${secret(world)}&token={{SECRET.token}}`,
          secrets: [{ name: 'token', value: secret(world) }],
          headers: [{ name: 'X-Api-Key', value: secret(world) }],
          secret: secret(world),
        },
      },
    }),
  },
}
