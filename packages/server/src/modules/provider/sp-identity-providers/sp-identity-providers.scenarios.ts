import { buildAccountBelow } from '../../../security/sweep/issuance-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const below = async ({ ctx }: Pick<World, 'ctx'>) => ({ id: await buildAccountBelow(ctx) })

export const scenarios: SubjectScenarios = {
  calls: {
    updateTenantSpIdentityProvider: async (world) => ({
      params: await below(world),
      body: { enabled: true },
    }),
    updateSpIdentityProvider: () => ({ body: { allowed: false } }),
  },
  ids: [{ under: '/api/web/v1/tenants/:id/spidentityprovider', build: below }],
  alteredBy: {
    readTenantSpIdentityProviderInfo: ['updateTenantSpIdentityProvider'],
  },
}
