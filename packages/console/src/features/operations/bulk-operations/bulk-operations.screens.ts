import PlaylistAdd from '@mui/icons-material/PlaylistAddCheckOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

/** Beside those on users. */
const orAny = (action: 'VIEW' | 'ADD') =>
  [
    ['BULKGROUPS', action],
    ['BULKHARDWARETOKENS', action],
    ['BULKIDENTITYGUARD', action],
    ['BULKENROLLMENTS', action],
    ['BULKSMARTCARDS', action],
    ['TENANTS', action],
  ] as const

export const bulkOperationsFeature: Feature = {
  order: 560,
  screens: screensOf(
    { help: 'bulkoperations', conditions: ['notHiddenFeatureG', 'notFleetOnly'] },
    {
      path: '/bulkoperations',
      title: 'common:pages.bulkOperations',
      needs: ['BULKUSERS', 'VIEW'],
      orNeeds: orAny('VIEW'),
      menu: { group: 'users', icon: PlaylistAdd, letter: 'b' },
      page: () => import('./BulkOperationsPage.tsx'),
    },
    {
      path: '/bulkoperations/add',
      title: 'common:pages.addBulkOperation',
      needs: ['BULKUSERS', 'ADD'],
      orNeeds: orAny('ADD'),
      page: () => import('./ChooseBulkPage.tsx'),
    },
    {
      path: '/bulkoperations/add/:action/:type',
      title: 'common:pages.bulkOperation',
      needs: ['BULKUSERS', 'ADD'],
      orNeeds: orAny('ADD'),
      page: () => import('./BulkPage.tsx'),
    },
  ),
}
