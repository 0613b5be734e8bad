import * as contract from '@signet/contract/access/risk-engines'
import { placeholdersFor } from '@signet/rules/connectors'
import { riskEngineKinds, riskEngineTemplates } from '@signet/rules/risk/engines'
import { routes } from '../../../kit/routes.ts'
import { askOnce } from './asking.ts'
import { change, changeState, create, listAll, read, remove } from './risk-engines.service.ts'

export { askEngines, enginesToldResource, type PublishedEngine } from './asking.ts'
export { create as createRiskEngine } from './risk-engines.service.ts'

const placeholders = placeholdersFor('RISK').map((name) => `{{${name}}}`)

export const riskEngineRoutes = routes(contract, {
  listRiskEngines: listAll,
  listRiskEngineDefinitions: () =>
    riskEngineKinds.map((engine) => {
      const template = riskEngineTemplates[engine]
      const reading = contract.RiskEngineDefinition.shape.reading.parse(template.reading)
      return { ...template, engine, reading, placeholders }
    }),
  readRiskEngine: (ctx, { params }) => read(ctx, params.id),
  createRiskEngine: (ctx, { body }) => create(ctx, body),
  updateRiskEngine: (ctx, { params, body }) => change(ctx, params.id, body),
  changeRiskEngineState: (ctx, { params, body }) => changeState(ctx, params.id, body.state),
  deleteRiskEngine: (ctx, { params }) => remove(ctx, params.id),
  reportRiskFactors: (ctx, { body }) => askOnce(ctx, body.id, body.values),
})
