export { connectedFields } from './connected-values.ts'
export { listWritingBack, type StoredConnection } from './field-connections.repository.ts'
export { replace as replaceFieldConnections } from './field-connections.service.ts'
