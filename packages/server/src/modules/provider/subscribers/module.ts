import { type Module } from '../../../kit/module.ts'
import { providerSubscriberRoutes } from './subscribers.routes.ts'

export const subscribersModule: Module = {
  routes: [providerSubscriberRoutes],
}
