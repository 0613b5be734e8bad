import type { TestTenant } from '../../../../testing/test-app.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import { buildRadiusAgent, buildRadiusApplication } from '../../../security/sweep/radius-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const name = ({ ctx }: World): string => `Named ${ctx.platform.ids.random(6).toString('hex')}`

const onApplication =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => {
    const { id, sharedSecret } = await buildRadiusApplication(world.ctx)
    world.keep(sharedSecret)
    return { params: { id }, ...(body === undefined ? {} : { body: body(world) }) }
  }

const radiusApplication = async ({ ctx }: TestTenant) => ({
  id: (await buildRadiusApplication(ctx)).id,
})

const radiusAgent = async ({ ctx }: TestTenant) => (await buildRadiusAgent(ctx)).id

const radiusFor = (id: string) => ({ name: `VPN ${id}`, agentIds: [id] })

export const scenarios: SubjectScenarios = {
  calls: {
    createRadiusApplication: (world) => ({ body: { name: name(world) } }),
    readRadiusApplication: onApplication(),
    updateRadiusApplication: onApplication((world) => ({ name: name(world) })),
    deleteRadiusApplication: onApplication(),
    generateRadiusSecret: async ({ ctx, keep }) => {
      const { id, sharedSecret } = await buildRadiusApplication(ctx)
      keep(sharedSecret)
      return { body: { id } }
    },
  },
  ids: [{ under: '/api/web/v1/applications/radius/', build: radiusApplication }],
  bodyIds: {
    createRadiusApplication: { build: radiusAgent, body: radiusFor },
    updateRadiusApplication: {
      build: radiusAgent,
      body: radiusFor,
      params: async ({ ctx }) => ({ id: (await buildRadiusApplication(ctx)).id }),
    },
    generateRadiusSecret: {
      build: async ({ ctx }) => (await buildRadiusApplication(ctx)).id,
      body: (id) => ({ id }),
    },
  },
  effects: {
    generateRadiusSecret: rowsOf('radius_applications'),
  },
}
