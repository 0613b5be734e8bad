import { buildCredentialDesign } from '../issuance-rows.ts'
import {
  buildWorkflowDesign,
  flatWorkflow,
  workflowInFull,
  workflowNamed,
} from '../workflow-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

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

/** Designs of enrolments. */
export const workflowDesignScenarios: Scenarios = {
  createWorkflowDesign: async (world) => ({ body: await bodyOf(world, workflowNamed) }),
  readWorkflowDesign: onWorkflow(),
  updateWorkflowDesign: onWorkflow(workflowInFull),
  deleteWorkflowDesign: onWorkflow(),
  createWorkflowDesignV2: async (world) => ({ body: await bodyOf(world, flatWorkflow) }),
  readWorkflowDesignV2: onWorkflow(),
  updateWorkflowDesignV2: onWorkflow(flatWorkflow),
  deleteWorkflowDesignV2: onWorkflow(),
}
