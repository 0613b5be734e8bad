export {
  findWorkflowByName,
  findWorkflowForChange,
  groupsOfWorkflows,
  listWorkflows,
  readWorkflowDesign,
  type StoredWorkflow,
} from './workflow-designs.repository.ts'
export { workflowDesignRoutes } from './workflow-designs.routes.ts'
export { create as createWorkflowDesign } from './workflow-designs.service.ts'
