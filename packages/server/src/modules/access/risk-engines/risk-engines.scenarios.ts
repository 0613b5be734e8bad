import { creating, freshName, onRow } from '../../../security/sweep/calls/risk.ts'
import { buildRiskEngine, engineNamed } from '../../../security/sweep/risk-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const engine = (world: World) => engineNamed(freshName(world))

export const scenarios: SubjectScenarios = {
  calls: {
    readRiskEngine: onRow(buildRiskEngine),
    createRiskEngine: creating(engine),
    updateRiskEngine: onRow(buildRiskEngine, engine),
    changeRiskEngineState: onRow(buildRiskEngine, () => ({ state: 'DISABLED' })),
    deleteRiskEngine: onRow(buildRiskEngine),
    reportRiskFactors: async ({ ctx }) => ({ body: { id: await buildRiskEngine(ctx) } }),
  },
  ids: [
    {
      under: '/api/web/v1/settings/riskengine/',
      build: async ({ ctx }) => ({ id: await buildRiskEngine(ctx) }),
    },
  ],
  bodyIds: {
    reportRiskFactors: { build: ({ ctx }) => buildRiskEngine(ctx), body: (id) => ({ id }) },
  },
  bodies: {
    createRiskEngine: engineNamed('x'),
    updateRiskEngine: engineNamed('x'),
  },
  constant: {
    listRiskEngineDefinitions: 'The types of risk engine that this release has',
  },
  shownIn: {
    reportRiskFactors: 'modules/access/risk-engines/risk-engines.test.ts',
  },
}
