import * as contract from '@signet/contract/settings/emailserver'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { complete, read, start } from './connections.service.ts'
import { ofServer } from './email-server-settings.ts'
import { tryServer } from './test-server.ts'

export const emailServerModule: Module = {
  routes: [
    routes(contract, {
      readEmailServer: ofServer.read,
      updateEmailServer: ofServer.update,
      testEmailServer: tryServer,
      startEmailConnection: start,
      readEmailConnection: (ctx, { params }) => read(ctx, params.key),
      completeEmailConnection: (ctx, { query }) => complete(ctx, query),
    }),
  ],
  retention: [{ table: 'email_connections', column: 'expires_at', graceMillis: day }],
  secretColumns: ['email_connections.state_hash'],
  openColumns: ['email_tests.server_key'],
}
