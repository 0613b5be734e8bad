import type { Platform } from '../../../platform/platform.ts'
import { type Dispatcher, dispatchLeased } from '../../tenancy/leased-turns/index.ts'
import { takeTurn } from './forward.ts'
import { claim } from './syslog-applications.repository.ts'

/** Collectors that one node sends to at a time. */
const places = 50

/** Sends the audit events of all tenants to their collectors, on this node. */
export const createForwarder = (platform: Platform): Dispatcher =>
  dispatchLeased(platform, {
    name: 'syslog',
    places,
    queues: [{ places, claim: (lease) => claim(platform, lease) }],
    failed: 'syslog forwarding failed',
    takeTurn: (ctx, { application_id: id }, turn) => takeTurn(ctx, { ...turn, id }),
  })
