import Router from '@mui/icons-material/RouterOutlined'
import type { Feature } from '../../../kit/screen.ts'

const shared = { conditions: ['notHiddenFeatureG'], help: 'applications' } as const
const list = '/applications/agents/radius'

export const radiusAgentsFeature: Feature = {
  screens: [
    {
      ...shared,
      path: list,
      title: 'common:pages.radiusAgents',
      needs: ['AGENTS', 'VIEW'],
      menu: { group: 'connections', icon: Router },
      page: () => import('./RadiusAgentsPage.tsx'),
    },
    {
      ...shared,
      path: '/applications/agents/radius/add',
      title: 'common:pages.newRadiusAgent',
      parent: list,
      needs: ['AGENTS', 'ADD'],
      page: () => import('./NewRadiusAgentPage.tsx'),
    },
    {
      ...shared,
      path: '/applications/agents/radius/:agentId',
      title: 'common:pages.radiusAgent',
      parent: list,
      needs: ['AGENTS', 'VIEW'],
      page: () => import('./RadiusAgentPage.tsx'),
    },
  ],
}
