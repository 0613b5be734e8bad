import { buildArchive, buildDeadDelivery, buildJob, buildReading, buildWebhook } from '../rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const job: Scenario = async ({ ctx, admin }) => ({
  params: { id: await buildJob(ctx, { kind: 'audit-events', ownerId: admin.id }) },
})

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

export const operationScenarios: Scenarios = {
  createArchive: () => ({ body: { month: '2020-01' } }),
  downloadArchive: async ({ ctx }) => ({ params: await buildArchive(ctx) }),
  // Not that of the readings: an open archive is not opened again.
  openArchive: async ({ ctx }) => ({ params: await buildArchive(ctx, '2019-11') }),
  closeArchive: async ({ ctx }) => ({ params: await buildReading(ctx) }),
  listArchivedEvents: async ({ ctx }) => ({ params: await buildReading(ctx), body: {} }),
  createWebhook: (world) => ({ body: wantedWebhook(world) }),
  readWebhook: onWebhook(),
  updateWebhook: onWebhook(wantedWebhook),
  deleteWebhook: onWebhook(),
  testWebhook: onWebhook(),
  rotateWebhookSecret: onWebhook(() => ({})),
  listWebhookDeliveries: onWebhook(() => ({})),
  replayDeadDeliveries: onWebhook(),
  replayWebhookDelivery: onDelivery,
  readAuditEventsStatus: job,
  readAuditEventsResult: job,
}
