import type { TestTenant } from '../../../../testing/test-app.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import { buildDeadDelivery, buildWebhook } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const wantedWebhook = ({ ctx }: World) => ({
  name: `Webhook ${ctx.platform.ids.random(6).toString('hex')}`,
  url: 'https://hooks.example.test/in',
  events: ['USER_*'],
})

const onWebhook =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => {
    const { id, secret } = await buildWebhook(world.ctx)
    world.keep(secret)
    return { params: { id }, ...(body === undefined ? {} : { body: body(world) }) }
  }

const onDelivery: Scenario = async ({ ctx }) => {
  const { id } = await buildWebhook(ctx)
  return { params: { id, eventid: await buildDeadDelivery(ctx, id) } }
}

const webhookAsId = async ({ ctx }: TestTenant) => ({ id: (await buildWebhook(ctx)).id })

const delivery = async (tenant: TestTenant) => {
  const { id } = await webhookAsId(tenant)
  return { id, eventid: await buildDeadDelivery(tenant.ctx, id) }
}

const webhookBody = { name: 'x', url: 'https://example.test/', events: ['*'] }

export const scenarios: SubjectScenarios = {
  calls: {
    createWebhook: (world) => ({ body: wantedWebhook(world) }),
    readWebhook: onWebhook(),
    updateWebhook: onWebhook(wantedWebhook),
    deleteWebhook: onWebhook(),
    testWebhook: onWebhook(),
    rotateWebhookSecret: onWebhook(() => ({})),
    listWebhookDeliveries: onWebhook(() => ({})),
    replayDeadDeliveries: onDelivery,
    replayWebhookDelivery: onDelivery,
  },
  ids: [
    { under: '/api/web/v1/webhooks/', build: webhookAsId },
    { under: '/api/web/v1/webhooks/:id/deliveries/:eventid/', build: delivery },
  ],
  bodies: {
    createWebhook: webhookBody,
    updateWebhook: webhookBody,
  },
  effects: {
    rotateWebhookSecret: rowsOf('webhooks'),
  },
  constant: {
    listWebhookEvents: 'The audit actions that this release has',
  },
  shownIn: {
    testWebhook: 'modules/operations/webhooks/webhooks.test.ts',
  },
}
