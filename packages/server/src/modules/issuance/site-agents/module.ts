import { type Module } from '../../../kit/module.ts'
import { siteAgentRoutes } from './index.ts'

export const siteAgentsModule: Module = {
  routes: [siteAgentRoutes],
  retention: [{ table: 'card_exchanges', column: 'expires_at', graceMillis: 0 }],
  secretColumns: [
    'card_exchanges.sealed_answer',
    'card_exchanges.sealed_command',
    'site_agents.credential_hash',
  ],
}
