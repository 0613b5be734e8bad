import * as contract from '@signet/contract/provider/subscribers'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { create } from './subscribers.service.ts'

const providerSubscriberRoutes = routes(contract, {
  createSubscriber: (ctx, { body }) => create(ctx, body),
  createSubscriberAccount: (ctx, { body }) => create(ctx, body),
})

export const subscribersModule: Module = {
  routes: [providerSubscriberRoutes],
}
