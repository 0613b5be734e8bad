import Api from '@mui/icons-material/ApiOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/authorization'
const guarded = { conditions: ['authAccount', 'oAuthV2ApiProtection'], help: 'apis' } as const

export const resourceApisFeature: Feature = {
  order: 240,
  screens: [
    {
      path: list,
      title: 'common:pages.apis',
      needs: ['RESOURCESERVERAPIS', 'VIEW'],
      conditions: ['authAccount'],
      help: 'apis',
      menu: { group: 'applications', icon: Api },
      page: () => import('./ApisPage.tsx'),
    },
    {
      ...guarded,
      path: '/authorization/add',
      aliases: ['/applications/authorization/add'],
      title: 'common:pages.addApi',
      parent: list,
      needs: ['RESOURCESERVERAPIS', 'ADD'],
      page: () => import('./NewApiPage.tsx'),
    },
    {
      ...guarded,
      path: '/authorization/edit/:apiId',
      aliases: ['/applications/authorization/edit/:apiId'],
      title: 'common:pages.api',
      parent: list,
      needs: ['RESOURCESERVERAPIS', 'EDIT'],
      page: () => import('./ApiPage.tsx'),
    },
    {
      ...guarded,
      path: '/authorization/:apiId/ccg',
      aliases: ['/applications/authorization/:apiId/ccg'],
      title: 'common:pages.apiClientCredentials',
      parent: list,
      needs: ['RESOURCESERVERAPIS', 'EDIT'],
      page: () => import('./ClientCredentialsPage.tsx'),
    },
  ],
}
