import { day, type Module } from '../../../kit/module.ts'
import { emailServerRoutes } from './index.ts'

export const emailServerModule: Module = {
  routes: [emailServerRoutes],
  retention: [{ table: 'email_connections', column: 'expires_at', graceMillis: day }],
  secretColumns: ['email_connections.state_hash'],
  openColumns: ['email_tests.server_key'],
}
