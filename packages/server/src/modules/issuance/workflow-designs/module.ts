import * as contract from '@signet/contract/issuance/workflow-designs'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { groupSets } from '../../identity/groups/index.ts'
import { createFlat, readFlat, updateFlat } from './workflow-designs.flat.ts'
import { create, list, read, remove, update } from './workflow-designs.service.ts'

export const workflowDesignsModule: Module = {
  routes: [
    routes(contract, {
      listWorkflowDesigns: (ctx) => list(ctx),
      readWorkflowDesign: (ctx, { params }) => read(ctx, params.workflowId),
      createWorkflowDesign: (ctx, { body }) => create(ctx, body),
      updateWorkflowDesign: (ctx, { params, body }) => update(ctx, params.workflowId, () => body),
      deleteWorkflowDesign: (ctx, { params }) => remove(ctx, params.workflowId),
      listWorkflowDesignsV2: (ctx) => list(ctx),
      readWorkflowDesignV2: (ctx, { params }) => readFlat(ctx, params.workflowId),
      createWorkflowDesignV2: (ctx, { body }) => createFlat(ctx, body),
      updateWorkflowDesignV2: (ctx, { params, body }) => updateFlat(ctx, params.workflowId, body),
      deleteWorkflowDesignV2: (ctx, { params }) => remove(ctx, params.workflowId),
      listIssuanceGroups: (ctx) => groupSets.all(ctx),
      listIssuanceGroupsPaged: (ctx, { body }) => groupSets.page(ctx, body),
    }),
  ],
}
