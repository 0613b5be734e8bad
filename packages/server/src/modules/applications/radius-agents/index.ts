export {
  agentOf,
  expectAgent,
  isDigestOf,
  newCredential,
  type PresentedAgent,
} from './agent-credentials.ts'
export { addFaults, countAgents, noteRow as noteRadiusAgent } from './radius-agents.repository.ts'
export { radiusAgentRoutes } from './radius-agents.routes.ts'
export { create as createRadiusAgent } from './radius-agents.service.ts'
