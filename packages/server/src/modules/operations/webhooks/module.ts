import { day, type Module } from '../../../kit/module.ts'
import { webhookRoutes } from './index.ts'

export const webhooksModule: Module = {
  routes: [webhookRoutes],
  retention: [{ table: 'webhook_deliveries', column: 'event_id', graceMillis: 30 * day }],
  kept: {
    'webhook_lanes.leased_until': 'the end of a lease, not of the webhook',
    'webhook_lanes.paused_until': 'the end of a pause, not of the webhook',
  },
  secretColumns: ['webhooks.sealed_previous', 'webhooks.sealed_secret'],
}
