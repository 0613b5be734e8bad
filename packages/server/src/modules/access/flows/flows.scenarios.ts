import type { TestTenant } from '../../../../testing/test-app.ts'
import { buildAcr, buildFlow, flowNamed } from '../../../security/sweep/flow-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const wanted = ({ ctx }: World) => flowNamed(`Flow ${ctx.platform.ids.random(6).toString('hex')}`)

const onFlow =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildFlow(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const flow = async ({ ctx }: TestTenant) => ({ id: await buildFlow(ctx) })

export const scenarios: SubjectScenarios = {
  calls: {
    readAuthenticationFlow: onFlow(),
    createAuthenticationFlow: (world) => ({ body: wanted(world) }),
    updateAuthenticationFlow: onFlow(wanted),
    deleteAuthenticationFlow: onFlow(),
  },
  ids: [{ under: '/api/web/v2/authenticationflows/', build: flow }],
  bodyIds: {
    createAuthenticationFlow: {
      build: ({ ctx }) => buildAcr(ctx),
      body: (id) => ({ ...flowNamed(`Flow for ${id}`), acrIds: [id] }),
    },
    updateAuthenticationFlow: {
      build: ({ ctx }) => buildAcr(ctx),
      body: (id) => ({ ...flowNamed(`Flow for ${id}`), acrIds: [id] }),
      params: async ({ ctx }) => ({ id: await buildFlow(ctx) }),
    },
  },
  bodies: {
    createAuthenticationFlow: flowNamed('x'),
    updateAuthenticationFlow: flowNamed('x'),
  },
}
