import * as contract from '@signet/contract/settings/emailserver'
import { routes } from '../../../kit/routes.ts'
import { complete, read, start } from './connections.service.ts'
import { ofServer } from './email-server-settings.ts'
import { tryServer } from './test-server.ts'

export const emailServerRoutes = routes(contract, {
  readEmailServer: ofServer.read,
  updateEmailServer: ofServer.update,
  testEmailServer: tryServer,
  startEmailConnection: start,
  readEmailConnection: (ctx, { params }) => read(ctx, params.key),
  completeEmailConnection: (ctx, { query }) => complete(ctx, query),
})
