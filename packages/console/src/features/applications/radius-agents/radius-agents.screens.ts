import Router from '@mui/icons-material/RouterOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

const shared = { conditions: ['notHiddenFeatureG', 'notFleetOnly'], help: 'applications' } as const

export const radiusAgentsFeature: Feature = {
  order: 220,
  screens: screensOf(
    shared,
    {
      path: '/applications/agents/radius',
      title: 'common:pages.radiusAgents',
      needs: ['AGENTS', 'VIEW'],
      menu: { group: 'applications', icon: Router },
      page: () => import('./RadiusAgentsPage.tsx'),
    },
    {
      path: '/applications/agents/radius/add',
      title: 'common:pages.newRadiusAgent',
      needs: ['AGENTS', 'ADD'],
      page: () => import('./NewRadiusAgentPage.tsx'),
    },
    {
      path: '/applications/agents/radius/:agentId',
      title: 'common:pages.radiusAgent',
      needs: ['AGENTS', 'VIEW'],
      page: () => import('./RadiusAgentPage.tsx'),
    },
  ),
}
