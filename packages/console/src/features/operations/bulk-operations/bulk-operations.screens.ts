import PlaylistAdd from '@mui/icons-material/PlaylistAddCheckOutlined'
import type { Feature } from '../../../kit/screen.ts'

const conditions = ['notHiddenFeatureG'] as const
const list = '/bulkoperations'

/** Beside those on users. */
const orAny = (action: 'VIEW' | 'ADD') =>
  [
    ['BULKGROUPS', action],
    ['BULKHARDWARETOKENS', action],
    ['BULKIDENTITYGUARD', action],
    ['BULKENROLLMENTS', action],
    ['BULKSMARTCARDS', action],
  ] as const

export const bulkOperationsFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.bulkOperations',
      needs: ['BULKUSERS', 'VIEW'],
      orNeeds: orAny('VIEW'),
      conditions,
      help: 'bulkoperations',
      menu: { group: 'operations', icon: PlaylistAdd, letter: 'b' },
      page: () => import('./BulkOperationsPage.tsx'),
    },
    {
      path: '/bulkoperations/add',
      title: 'common:pages.addBulkOperation',
      parent: list,
      needs: ['BULKUSERS', 'ADD'],
      orNeeds: orAny('ADD'),
      conditions,
      help: 'bulkoperations',
      page: () => import('./ChooseBulkPage.tsx'),
    },
    {
      path: '/bulkoperations/add/:action/:type',
      title: 'common:pages.bulkOperation',
      parent: list,
      needs: ['BULKUSERS', 'ADD'],
      orNeeds: orAny('ADD'),
      conditions,
      help: 'bulkoperations',
      page: () => import('./BulkPage.tsx'),
    },
  ],
}
