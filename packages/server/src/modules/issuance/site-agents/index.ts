export { ReaderFault, withCardReader } from './card-reader.ts'
export { siteAgentRoutes } from './site-agents.routes.ts'
export { endCardWaiting } from './waiting.ts'
