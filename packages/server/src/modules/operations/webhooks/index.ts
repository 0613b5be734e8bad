export { createDispatcher } from './dispatcher.ts'
export { webhookConsumer } from './webhook-consumer.ts'
export { webhookRoutes } from './webhooks.routes.ts'
export { create as createWebhook } from './webhooks.service.ts'
