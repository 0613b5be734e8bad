import type { TestTenant } from '../../../../testing/test-app.ts'
import { anyCardDesign, workflowAsId } from '../../../security/sweep/id-rows.ts'
import { buildCredentialDesign } from '../../../security/sweep/issuance-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import {
  buildWorkflowDesign,
  flatWorkflow,
  workflowInFull,
  workflowNamed,
} from '../../../security/sweep/workflow-rows.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const fresh = ({ ctx }: World): string => `Enrolment ${ctx.platform.ids.random(6).toString('hex')}`

type Body = (name: string, credentialDesignId: string) => unknown

const bodyOf = async (world: World, body: Body) =>
  body(fresh(world), await buildCredentialDesign(world.ctx))

const onWorkflow =
  (body?: Body): Scenario =>
  async (world) => ({
    params: { workflowId: await buildWorkflowDesign(world.ctx) },
    ...(body === undefined ? {} : { body: await bodyOf(world, body) }),
  })

const workflowDesign = async ({ ctx }: TestTenant) => ({
  workflowId: await buildWorkflowDesign(ctx),
})

export const scenarios: SubjectScenarios = {
  calls: {
    createWorkflowDesign: async (world) => ({ body: await bodyOf(world, workflowNamed) }),
    readWorkflowDesign: onWorkflow(),
    updateWorkflowDesign: onWorkflow(workflowInFull),
    deleteWorkflowDesign: onWorkflow(),
    createWorkflowDesignV2: async (world) => ({ body: await bodyOf(world, flatWorkflow) }),
    readWorkflowDesignV2: onWorkflow(),
    updateWorkflowDesignV2: onWorkflow(flatWorkflow),
    deleteWorkflowDesignV2: onWorkflow(),
  },
  ids: [
    { under: '/api/web/issuance/v2/workflowdesigns/', build: workflowDesign },
    { under: '/api/web/issuance/v3/workflowdesigns/', build: workflowDesign },
  ],
  bodyIds: {
    createWorkflowDesignV2: { build: anyCardDesign, body: (id) => flatWorkflow(id, id) },
    updateWorkflowDesign: {
      build: anyCardDesign,
      body: (id) => workflowInFull(id, id),
      params: workflowAsId,
    },
    updateWorkflowDesignV2: {
      build: anyCardDesign,
      body: (id) => flatWorkflow(id, id),
      params: workflowAsId,
    },
    createWorkflowDesign: { build: anyCardDesign, body: (id) => workflowInFull(id, id) },
  },
  bodies: {
    createWorkflowDesign: workflowNamed('x', crypto.randomUUID()),
    updateWorkflowDesign: workflowInFull('x', crypto.randomUUID()),
    createWorkflowDesignV2: flatWorkflow('x', crypto.randomUUID()),
    updateWorkflowDesignV2: flatWorkflow('x', crypto.randomUUID()),
  },
  effects: {
    createWorkflowDesign: ['listWorkflowDesigns'],
  },
  alteredBy: {
    listIssuanceGroups: ['createGroup'],
    listIssuanceGroupsPaged: ['createGroup'],
  },
}
