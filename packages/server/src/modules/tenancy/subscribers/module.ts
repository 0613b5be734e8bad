import { type Module } from '../../../kit/module.ts'
import { subscriberRoutes } from './subscribers.routes.ts'

export const subscribersModule: Module = {
  routes: [subscriberRoutes],
}
