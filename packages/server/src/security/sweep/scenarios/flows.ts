import { buildAcr, buildFlow, flowNamed } from '../flow-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const wanted = ({ ctx }: World) => flowNamed(`Flow ${ctx.platform.ids.random(6).toString('hex')}`)

const onFlow =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildFlow(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const onAcr: Scenario = async ({ ctx }) => ({ params: { id: await buildAcr(ctx) } })

export const flowScenarios: Scenarios = {
  readAuthenticationFlow: onFlow(),
  createAuthenticationFlow: (world) => ({ body: wanted(world) }),
  updateAuthenticationFlow: onFlow(wanted),
  deleteAuthenticationFlow: onFlow(),
  readAcr: onAcr,
  createAcr: ({ ctx }) => ({
    body: { name: `urn:example:${ctx.platform.ids.random(6).toString('hex')}` },
  }),
  deleteAcr: onAcr,
}
