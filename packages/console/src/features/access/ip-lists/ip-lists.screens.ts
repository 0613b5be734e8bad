import Lan from '@mui/icons-material/LanOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const ipListsFeature: Feature = {
  order: 500,
  screens: screensOf(
    { conditions: ['notHiddenFeatureG', 'notFleetOnly'], help: 'resourcerules' },
    {
      path: '/settings/iplists',
      title: 'common:pages.ipLists',
      needs: ['SETTINGS', 'VIEW'],
      menu: { group: 'access', icon: Lan },
      page: () => import('./IpListsPage.tsx'),
    },
    {
      path: '/settings/iplists/add',
      title: 'common:pages.addIpList',
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewIpListPage.tsx'),
    },
    {
      path: '/settings/iplists/:id',
      title: 'common:pages.ipList',
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./IpListPage.tsx'),
    },
  ),
}
