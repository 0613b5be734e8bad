export {
  agentOf,
  expectAgent,
  isDigestOf,
  newCredential,
  noteWrongCredential,
  type PresentedAgent,
} from './agent-credentials.ts'
export { addFaults, noteRow as noteRadiusAgent } from './radius-agents.repository.ts'
export { create as createRadiusAgent } from './radius-agents.service.ts'
