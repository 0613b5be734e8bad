import * as contract from '@signet/contract/provider/subscribers'
import { routes } from '../../../kit/routes.ts'
import { create } from './subscribers.service.ts'

export const providerSubscriberRoutes = routes(contract, {
  createSubscriber: (ctx, { body }) => create(ctx, body),
})
