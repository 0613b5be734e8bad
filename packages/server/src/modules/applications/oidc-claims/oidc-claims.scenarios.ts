import type { TestTenant } from '../../../../testing/test-app.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'
import { createOidcClaim } from './index.ts'

const wantedClaim = ({ ctx }: World) => ({
  name: `claim_${ctx.platform.ids.random(6).toString('hex')}`,
  description: '',
  scope: 'profile' as const,
  source: 'CONSTANT' as const,
  value: 'x',
  format: 'STRING' as const,
})

const onClaim =
  (change?: object): Scenario =>
  async (world) => ({
    params: { id: (await createOidcClaim(world.ctx, wantedClaim(world))).value.id },
    ...(change === undefined ? {} : { body: { ...wantedClaim(world), ...change } }),
  })

const oidcClaim = async ({ ctx }: TestTenant) => {
  const made = await createOidcClaim(ctx, {
    name: `claim_${ctx.platform.ids.random(6).toString('hex')}`,
    description: '',
    scope: 'profile',
    source: 'CONSTANT',
    value: 'x',
    format: 'STRING',
  })
  return { id: made.value.id }
}

export const scenarios: SubjectScenarios = {
  calls: {
    createOidcClaim: (world) => ({ body: wantedClaim(world) }),
    readOidcClaim: onClaim(),
    updateOidcClaim: onClaim({ value: 'y' }),
    deleteOidcClaim: onClaim(),
  },
  ids: [{ under: '/api/web/v1/applications/oidcclaims/', build: oidcClaim }],
}
