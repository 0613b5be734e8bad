import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { Failures } from './errors.ts'
import type { Schemas } from './schemas.ts'

/** What the operations of one document share. */
export interface Parts {
  readonly schemas: Schemas
  readonly failures: Failures
  readonly isVersioned: (endpoint: Endpoint) => boolean
}
