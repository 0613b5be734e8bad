import type { Platform } from '../../../platform/platform.ts'
import { type Dispatcher, dispatchLeased } from '../../tenancy/leased-turns/index.ts'
import { claimLanes } from './lanes.repository.ts'
import { takeTurn } from './turn.ts'

/** Webhooks that one node delivers for at a time; those that answer late share half of them. */
const places = 200

/** Delivers for webhooks of all tenants on this node. */
export const createDispatcher = (platform: Platform): Dispatcher =>
  dispatchLeased(platform, {
    name: 'webhooks',
    places,
    queues: [
      { places, claim: (lease) => claimLanes(platform, { ...lease, slow: 'the others' }) },
      {
        places: places / 2,
        claim: (lease) => claimLanes(platform, { ...lease, slow: 'slow ones' }),
      },
    ],
    failed: 'webhook deliveries failed',
    takeTurn: (ctx, { webhook_id: webhookId }, turn) => takeTurn(ctx, { ...turn, webhookId }),
  })
