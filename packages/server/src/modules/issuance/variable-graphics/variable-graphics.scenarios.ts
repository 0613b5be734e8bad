import { buildVariableGraphic, graphicNamed } from '../../../security/sweep/graphic-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const fresh = ({ ctx }: World): string => `Graphic ${ctx.platform.ids.random(6).toString('hex')}`

const on: Scenario = async ({ ctx }) => ({ params: { id: await buildVariableGraphic(ctx) } })

export const scenarios: SubjectScenarios = {
  calls: {
    createVariableGraphic: (world) => ({ body: graphicNamed(fresh(world)) }),
    readVariableGraphic: on,
    updateVariableGraphic: async (world) => ({
      params: { id: await buildVariableGraphic(world.ctx) },
      body: graphicNamed(fresh(world)),
    }),
    deleteVariableGraphic: on,
  },
  ids: [
    {
      under: '/api/web/issuance/variablegraphics/',
      build: async ({ ctx }) => ({ id: await buildVariableGraphic(ctx) }),
    },
  ],
  bodies: {
    createVariableGraphic: graphicNamed('x'),
    updateVariableGraphic: graphicNamed('x'),
  },
}
