export { defaultFlow, flowFor } from './flow-for.ts'
export {
  change as changeAuthenticationFlow,
  create as createAuthenticationFlow,
} from './flows.service.ts'
export { areKnown as areKnownFlows } from './known-flows.ts'
export {
  changing as changingFlows,
  publishedFlows,
  storedFlows,
  type WalkedFlow,
} from './published-flows.ts'
export { insertSystemFlows } from './system-flows.ts'
