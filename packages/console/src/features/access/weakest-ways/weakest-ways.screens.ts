import Route from '@mui/icons-material/RouteOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const weakestWaysFeature: Feature = {
  order: 130,
  screens: [
    {
      path: '/weakestway',
      title: 'common:pages.weakestWay',
      conditions: ['notHiddenFeatureG', 'notFleetOnly'],
      needs: ['CONTEXTRULES', 'VIEW'],
      help: 'resourcerules',
      menu: { group: 'access', icon: Route },
      page: () => import('./WeakestWayPage.tsx'),
    },
  ],
}
