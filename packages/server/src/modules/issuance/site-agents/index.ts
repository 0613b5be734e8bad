export { type Exchange, ReaderFault, withCardReader } from './card-reader.ts'
export { siteAgentRoutes } from './site-agents.routes.ts'
export { create as createSiteAgent } from './site-agents.service.ts'
export { endCardWaiting } from './waiting.ts'
