export {
  findWorkflowByName,
  findWorkflowForChange,
  groupsOfWorkflows,
  listWorkflows,
  readWorkflowDesign,
  type StoredWorkflow,
} from './workflow-designs.repository.ts'
export { create as createWorkflowDesign } from './workflow-designs.service.ts'
