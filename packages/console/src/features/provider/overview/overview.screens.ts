import Insights from '@mui/icons-material/DonutSmallOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const overviewFeature: Feature = {
  order: 890,
  screens: [
    {
      path: '/serviceprovider/overview',
      title: 'common:pages.providerOverview',
      needs: ['TENANTS', 'VIEW'],
      conditions: ['serviceProvider'],
      help: 'tenants',
      menu: { group: 'provider', icon: Insights },
      page: () => import('./OverviewPage.tsx'),
    },
  ],
}
