import Storage from '@mui/icons-material/StorageOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { databasesPath } from './database-paths.ts'

const common = {
  conditions: ['issuanceAccount', 'notHiddenFeatureG'],
  help: 'externaldatabases',
} as const

export const externalDatabasesFeature: Feature = {
  screens: [
    {
      ...common,
      path: databasesPath,
      title: 'common:pages.externalDatabases',
      needs: ['ISSUANCE', 'VIEW'],
      menu: { group: 'issuance', icon: Storage },
      page: () => import('./DatabasesPage.tsx'),
    },
    {
      ...common,
      path: '/externaldatabases/add',
      title: 'common:pages.addExternalDatabase',
      parent: databasesPath,
      needs: ['ISSUANCE', 'ADD'],
      page: () => import('./NewDatabasePage.tsx'),
    },
    {
      ...common,
      path: '/externaldatabases/:databaseId',
      title: 'common:pages.externalDatabase',
      parent: databasesPath,
      needs: ['ISSUANCE', 'VIEW'],
      page: () => import('./DatabasePage.tsx'),
    },
  ],
}
