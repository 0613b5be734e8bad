import Usb from '@mui/icons-material/UsbOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { newSiteAgentPath, siteAgentsPath } from './site-agent-paths.ts'

const common = { conditions: ['issuanceAccount', 'notMobile'], help: 'smartcards' } as const

export const siteAgentsFeature: Feature = {
  order: 310,
  screens: [
    {
      ...common,
      path: siteAgentsPath,
      title: 'common:pages.siteAgents',
      needs: ['AGENTS', 'VIEW'],
      menu: { group: 'cards', icon: Usb },
      page: () => import('./SiteAgentsPage.tsx'),
    },
    {
      ...common,
      path: newSiteAgentPath,
      title: 'common:pages.newSiteAgent',
      parent: siteAgentsPath,
      needs: ['AGENTS', 'ADD'],
      page: () => import('./NewSiteAgentPage.tsx'),
    },
  ],
}
