import Terminal from '@mui/icons-material/TerminalOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const apiCallsFeature: Feature = {
  order: 245,
  screens: [
    {
      path: '/tryapi',
      title: 'common:pages.tryApi',
      needs: ['APPLICATIONS', 'VIEW'],
      conditions: ['notFleetOnly'],
      help: 'first-call',
      menu: { group: 'applications', icon: Terminal },
      page: () => import('./TryApiPage.tsx'),
    },
  ],
}
