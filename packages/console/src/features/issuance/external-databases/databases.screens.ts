import Storage from '@mui/icons-material/StorageOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'
import { databasesPath } from './database-paths.ts'

export const externalDatabasesFeature: Feature = {
  order: 350,
  screens: screensOf(
    {
      conditions: ['issuanceAccount', 'notHiddenFeatureG', 'notMobile'],
      help: 'externaldatabases',
    },
    {
      path: databasesPath,
      title: 'common:pages.externalDatabases',
      needs: ['ISSUANCE', 'VIEW'],
      menu: { group: 'cards', icon: Storage },
      page: () => import('./DatabasesPage.tsx'),
    },
    {
      path: '/externaldatabases/add',
      title: 'common:pages.addExternalDatabase',
      needs: ['ISSUANCE', 'ADD'],
      page: () => import('./NewDatabasePage.tsx'),
    },
    {
      path: '/externaldatabases/:databaseId',
      title: 'common:pages.externalDatabase',
      needs: ['ISSUANCE', 'VIEW'],
      page: () => import('./DatabasePage.tsx'),
    },
  ),
}
