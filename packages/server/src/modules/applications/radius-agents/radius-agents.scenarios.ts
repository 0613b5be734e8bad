import type { TestTenant } from '../../../../testing/test-app.ts'
import { buildRadiusAgent } from '../../../security/sweep/radius-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const name = ({ ctx }: World): string => `Named ${ctx.platform.ids.random(6).toString('hex')}`

const onAgent =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => {
    const { id, credential } = await buildRadiusAgent(world.ctx)
    world.keep(credential)
    return { params: { id }, ...(body === undefined ? {} : { body: body(world) }) }
  }

const radiusAgent = async ({ ctx }: TestTenant) => ({ id: (await buildRadiusAgent(ctx)).id })

export const scenarios: SubjectScenarios = {
  calls: {
    createRadiusAgent: (world) => ({ body: { name: name(world) } }),
    readRadiusAgent: onAgent(),
    updateRadiusAgent: onAgent((world) => ({ name: name(world) })),
    deleteRadiusAgent: onAgent(),
    renewRadiusCredential: onAgent(),
  },
  ids: [{ under: '/api/web/v1/agents/radius/', build: radiusAgent }],
}
