import { connector } from '../../../security/sweep/calls/settings.ts'
import { buildAccountBelow } from '../../../security/sweep/issuance-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const secret = ({ keep, ctx }: World): string =>
  keep(ctx.platform.ids.random(18).toString('base64url'))

const below = async ({ ctx }: Pick<World, 'ctx'>) => ({ id: await buildAccountBelow(ctx) })

export const scenarios: SubjectScenarios = {
  calls: {
    updateOtpProviders: (world) => ({
      body: {
        sms: {
          ...connector,
          headers: [{ name: 'X-Api-Key', value: secret(world) }],
          secret: secret(world),
        },
      },
    }),
    updateTenantOtpProvider: async (world) => ({
      params: await below(world),
      body: { inherited: false },
    }),
  },
  ids: [{ under: '/api/web/v1/tenants/:id/otpprovider', build: below }],
}
