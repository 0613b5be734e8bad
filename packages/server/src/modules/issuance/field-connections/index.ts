export { connectedFields } from './connected-values.ts'
export { listWritingBack, type StoredConnection } from './field-connections.repository.ts'
export { fieldConnectionRoutes } from './field-connections.routes.ts'
export { replace as replaceFieldConnections } from './field-connections.service.ts'
