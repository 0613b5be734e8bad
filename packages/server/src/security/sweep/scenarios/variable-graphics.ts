import { buildVariableGraphic, graphicNamed } from '../graphic-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const fresh = ({ ctx }: World): string => `Graphic ${ctx.platform.ids.random(6).toString('hex')}`

const on: Scenario = async ({ ctx }) => ({ params: { id: await buildVariableGraphic(ctx) } })

/** Pictures that a value chooses between. */
export const variableGraphicScenarios: Scenarios = {
  createVariableGraphic: (world) => ({ body: graphicNamed(fresh(world)) }),
  readVariableGraphic: on,
  updateVariableGraphic: async (world) => ({
    params: { id: await buildVariableGraphic(world.ctx) },
    body: graphicNamed(fresh(world)),
  }),
  deleteVariableGraphic: on,
}
