import AccountTree from '@mui/icons-material/AccountTreeOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'
import { flowsPath } from './flows.queries.ts'

export const flowsFeature: Feature = {
  order: 100,
  screens: screensOf(
    { conditions: ['authAccount'], help: 'authenticationflows' },
    {
      path: flowsPath,
      title: 'common:pages.authenticationFlows',
      needs: ['CONTEXTRULES', 'VIEW'],
      menu: { group: 'access', icon: AccountTree },
      page: () => import('./FlowsPage.tsx'),
    },
    {
      path: '/authenticationflow/add',
      title: 'common:pages.addAuthenticationFlow',
      needs: ['CONTEXTRULES', 'ADD'],
      page: () => import('./NewFlowPage.tsx'),
    },
    {
      path: '/authenticationflow/clone/:id',
      title: 'common:pages.cloneAuthenticationFlow',
      needs: ['CONTEXTRULES', 'ADD'],
      page: () => import('./CloneFlowPage.tsx'),
    },
    {
      path: '/authenticationflow/edit/:id',
      title: 'common:pages.authenticationFlow',
      needs: ['CONTEXTRULES', 'VIEW'],
      page: () => import('./FlowPage.tsx'),
    },
  ),
}
