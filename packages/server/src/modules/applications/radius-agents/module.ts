import { type Module } from '../../../kit/module.ts'
import { radiusAgentRoutes } from './index.ts'

export const radiusAgentsModule: Module = {
  routes: [radiusAgentRoutes],
  kept: {
    'radius_agents.former_credential_until': 'the end of a former credential, not of the agent',
  },
  secretColumns: ['radius_agents.credential_hash', 'radius_agents.former_credential_hash'],
}
