export type { ConnectorOutcome } from './call.ts'
export {
  callSaved as callConnector,
  expectTarget as expectConnectorTarget,
  read as readConnector,
  readAll as readConnectors,
  remove as removeConnector,
  type ShownConnector,
  save as saveConnector,
} from './connectors.service.ts'
export { createPace } from './pace.ts'
export { expectSafe as expectSafeTarget, isRefusedTarget } from './target.ts'
