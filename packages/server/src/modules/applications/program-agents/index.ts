export { programAgentRoutes } from './program-agents.routes.ts'
