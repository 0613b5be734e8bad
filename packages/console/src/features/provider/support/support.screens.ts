import SupportAgent from '@mui/icons-material/SupportAgentOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const supportFeature: Feature = {
  order: 920,
  screens: [
    {
      path: '/supportandresources',
      aliases: ['/serviceprovider/supportandresources'],
      title: 'common:pages.supportAndResources',
      needs: ['SETTINGS', 'VIEW'],
      orNeeds: [['TENANTS', 'VIEW']],
      help: 'tenants',
      menu: { group: 'overview', icon: SupportAgent },
      page: () => import('./SupportPage.tsx'),
    },
  ],
}
