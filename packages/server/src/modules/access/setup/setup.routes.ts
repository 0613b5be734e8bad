import * as contract from '@signet/contract/access/setup'
import { routes } from '../../../kit/routes.ts'
import { begin, read } from './setup.service.ts'

export const setupRoutes = routes(contract, {
  readSetup: (ctx, { body }) => read(ctx, body.setupToken),
  beginSetup: (ctx, { body }) => begin(ctx, body),
})
