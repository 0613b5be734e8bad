import type { TestTenant } from '../../../../testing/test-app.ts'
import {
  buildConnectedWorkflow,
  buildExternalDatabase,
  connectionWith,
} from '../../../security/sweep/database-rows.ts'
import { anyExternalDatabase, workflowAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildWorkflowDesign } from '../../../security/sweep/workflow-rows.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onWorkflow: Scenario = async ({ ctx }) => ({
  params: { workflowId: await buildWorkflowDesign(ctx) },
  body: connectionWith(await buildExternalDatabase(ctx)),
})

const connectedWorkflow = async ({ ctx }: TestTenant) => ({
  workflowId: await buildConnectedWorkflow(ctx),
  fieldId: 'field-2',
})

export const scenarios: SubjectScenarios = {
  calls: {
    listFieldConnections: async ({ ctx }) => ({
      params: { workflowId: await buildConnectedWorkflow(ctx) },
    }),
    addFieldConnections: onWorkflow,
    replaceFieldConnections: onWorkflow,
    deleteFieldConnection: async ({ ctx }) => ({
      params: { workflowId: await buildConnectedWorkflow(ctx), fieldId: 'field-2' },
    }),
    readConnectedValues: async ({ ctx }) => ({
      params: { workflowId: await buildWorkflowDesign(ctx) },
      body: { keys: { 'field-1': '7' } },
    }),
  },
  ids: [{ under: '/api/web/issuance/fieldconnections/', build: connectedWorkflow }],
  bodyIds: {
    addFieldConnections: { build: anyExternalDatabase, body: connectionWith, params: workflowAsId },
    replaceFieldConnections: {
      build: anyExternalDatabase,
      body: connectionWith,
      params: workflowAsId,
    },
  },
  bodies: {
    addFieldConnections: connectionWith(crypto.randomUUID()),
    replaceFieldConnections: connectionWith(crypto.randomUUID()),
    readConnectedValues: { keys: { a: 'x' } },
  },
  shownIn: {
    readConnectedValues: 'modules/issuance/field-connections/connected-values.test.ts',
  },
}
