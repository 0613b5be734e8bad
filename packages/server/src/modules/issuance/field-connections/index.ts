export { connectedFields } from './connected-values.ts'
export { fieldConnectionRoutes } from './field-connections.routes.ts'
export { replace as replaceFieldConnections } from './field-connections.service.ts'
