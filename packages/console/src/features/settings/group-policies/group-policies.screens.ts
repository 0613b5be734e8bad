import Tune from '@mui/icons-material/TuneOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const groupPoliciesFeature: Feature = {
  order: 470,
  screens: screensOf(
    { conditions: ['authAccount', 'groupManagementAll'], help: 'settings' },
    {
      path: '/settings/grouppolicies',
      title: 'common:pages.groupPolicies',
      needs: ['SETTINGS', 'VIEW'],
      menu: { group: 'settings', icon: Tune },
      page: () => import('./GroupPoliciesPage.tsx'),
    },
    {
      path: '/settings/grouppolicies/add',
      title: 'common:pages.addGroupPolicy',
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewGroupPolicyPage.tsx'),
    },
    {
      path: '/settings/grouppolicies/:id',
      title: 'common:pages.groupPolicy',
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./GroupPolicyPage.tsx'),
    },
  ),
}
