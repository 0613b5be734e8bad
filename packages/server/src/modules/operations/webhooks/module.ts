import * as deliveries from '@signet/contract/operations/webhook-deliveries'
import * as contract from '@signet/contract/operations/webhooks'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { listPage, replay, replayDead } from './deliveries.service.ts'
import { rotate } from './secrets.service.ts'
import { test } from './test-call.service.ts'
import { listEvents } from './webhooks.present.ts'
import * as service from './webhooks.service.ts'

const webhookRoutes = [
  ...routes(contract, {
    listWebhooks: service.listAll,
    readWebhook: (ctx, { params }) => service.read(ctx, params.id),
    createWebhook: (ctx, { body }) => service.create(ctx, body),
    updateWebhook: (ctx, { params, body }) => service.change(ctx, params.id, body),
    deleteWebhook: (ctx, { params }) => service.remove(ctx, params.id),
    testWebhook: (ctx, { params }) => test(ctx, params.id),
    rotateWebhookSecret: (ctx, { params, body }) => rotate(ctx, params.id, body.overlapHours),
    listWebhookEvents: (ctx) => listEvents(ctx),
  }),
  ...routes(deliveries, {
    listWebhookDeliveries: (ctx, { params, body }) => listPage(ctx, params.id, body),
    replayWebhookDelivery: (ctx, { params }) => replay(ctx, params.id, params.eventid),
    replayDeadDeliveries: (ctx, { params }) => replayDead(ctx, params.id),
  }),
]

export const webhooksModule: Module = {
  routes: [webhookRoutes],
  retention: [{ table: 'webhook_deliveries', column: 'event_id', graceMillis: 30 * day }],
  kept: {
    'webhook_lanes.leased_until': 'the end of a lease, not of the webhook',
    'webhook_lanes.paused_until': 'the end of a pause, not of the webhook',
  },
  secretColumns: ['webhooks.sealed_previous', 'webhooks.sealed_secret'],
}
