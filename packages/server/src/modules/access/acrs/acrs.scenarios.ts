import type { TestTenant } from '../../../../testing/test-app.ts'
import { buildAcr } from '../../../security/sweep/flow-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onAcr: Scenario = async ({ ctx }) => ({ params: { id: await buildAcr(ctx) } })

const acr = async ({ ctx }: TestTenant) => ({ id: await buildAcr(ctx) })

export const scenarios: SubjectScenarios = {
  calls: {
    readAcr: onAcr,
    createAcr: ({ ctx }) => ({
      body: { name: `urn:example:${ctx.platform.ids.random(6).toString('hex')}` },
    }),
    deleteAcr: onAcr,
  },
  ids: [{ under: '/api/web/v1/acrs/', build: acr }],
  bodies: {
    createAcr: { name: 'urn:example:x' },
  },
}
