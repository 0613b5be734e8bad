import Insights from '@mui/icons-material/InsightsOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const dashboardFeature: Feature = {
  order: 10,
  screens: [
    {
      path: '/dashboard',
      title: 'common:pages.dashboard',
      needs: ['REPORTS', 'VIEW'],
      help: 'dashboard',
      menu: { group: 'overview', icon: Insights, letter: 'd' },
      page: () => import('./DashboardPage.tsx'),
    },
  ],
}
