import Business from '@mui/icons-material/BusinessOutlined'
import type { Feature } from '../../../kit/screen.ts'

const conditions = ['authAccount'] as const
const list = '/organizations'

export const organizationsFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.organizations',
      needs: ['ORGANIZATIONS', 'VIEW'],
      conditions,
      help: 'organizations',
      menu: { group: 'people', icon: Business },
      page: () => import('./OrganizationsPage.tsx'),
    },
    {
      path: '/organizations/add/:tab?',
      title: 'common:pages.addOrganization',
      parent: list,
      needs: ['ORGANIZATIONS', 'ADD'],
      conditions,
      help: 'organizations',
      page: () => import('./NewOrganizationPage.tsx'),
    },
    {
      path: '/organizations/:id/:tab?',
      title: 'common:pages.organization',
      parent: list,
      needs: ['ORGANIZATIONS', 'VIEW'],
      conditions,
      help: 'organizations',
      page: () => import('./OrganizationPage.tsx'),
    },
  ],
}
