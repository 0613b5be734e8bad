import Tune from '@mui/icons-material/TuneOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/settings/grouppolicies'
const common = { conditions: ['authAccount', 'groupManagementAll'], help: 'settings' } as const

export const groupPoliciesFeature: Feature = {
  screens: [
    {
      ...common,
      path: list,
      title: 'common:pages.groupPolicies',
      needs: ['SETTINGS', 'VIEW'],
      menu: { group: 'settings', icon: Tune },
      page: () => import('./GroupPoliciesPage.tsx'),
    },
    {
      ...common,
      path: '/settings/grouppolicies/add',
      title: 'common:pages.addGroupPolicy',
      parent: list,
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewGroupPolicyPage.tsx'),
    },
    {
      ...common,
      path: '/settings/grouppolicies/:id',
      title: 'common:pages.groupPolicy',
      parent: list,
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./GroupPolicyPage.tsx'),
    },
  ],
}
