import AccountTree from '@mui/icons-material/AccountTreeOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { flowsPath } from './flows.queries.ts'

const common = { conditions: ['authAccount'], help: 'authenticationflows' } as const

export const flowsFeature: Feature = {
  screens: [
    {
      ...common,
      path: flowsPath,
      title: 'common:pages.authenticationFlows',
      needs: ['CONTEXTRULES', 'VIEW'],
      menu: { group: 'access', icon: AccountTree },
      page: () => import('./FlowsPage.tsx'),
    },
    {
      ...common,
      path: '/authenticationflow/add',
      title: 'common:pages.addAuthenticationFlow',
      parent: flowsPath,
      needs: ['CONTEXTRULES', 'ADD'],
      page: () => import('./NewFlowPage.tsx'),
    },
    {
      ...common,
      path: '/authenticationflow/clone/:id',
      title: 'common:pages.cloneAuthenticationFlow',
      parent: flowsPath,
      needs: ['CONTEXTRULES', 'ADD'],
      page: () => import('./CloneFlowPage.tsx'),
    },
    {
      ...common,
      path: '/authenticationflow/edit/:id',
      title: 'common:pages.authenticationFlow',
      parent: flowsPath,
      needs: ['CONTEXTRULES', 'VIEW'],
      page: () => import('./FlowPage.tsx'),
    },
  ],
}
