export { createDispatcher } from './dispatcher.ts'
export { webhookConsumer } from './webhook-consumer.ts'
export { create as createWebhook } from './webhooks.service.ts'
