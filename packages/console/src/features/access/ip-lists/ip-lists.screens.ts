import Lan from '@mui/icons-material/LanOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/settings/iplists'
const common = { conditions: ['notHiddenFeatureG'], help: 'resourcerules' } as const

export const ipListsFeature: Feature = {
  screens: [
    {
      ...common,
      path: list,
      title: 'common:pages.ipLists',
      needs: ['SETTINGS', 'VIEW'],
      menu: { group: 'settings', icon: Lan },
      page: () => import('./IpListsPage.tsx'),
    },
    {
      ...common,
      path: '/settings/iplists/add',
      title: 'common:pages.addIpList',
      parent: list,
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewIpListPage.tsx'),
    },
    {
      ...common,
      path: '/settings/iplists/:id',
      title: 'common:pages.ipList',
      parent: list,
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./IpListPage.tsx'),
    },
  ],
}
