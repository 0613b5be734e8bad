import Business from '@mui/icons-material/BusinessOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const organizationsFeature: Feature = {
  screens: screensOf(
    { help: 'organizations', conditions: ['authAccount'] },
    {
      path: '/organizations',
      title: 'common:pages.organizations',
      needs: ['ORGANIZATIONS', 'VIEW'],
      menu: { group: 'users', icon: Business },
      page: () => import('./OrganizationsPage.tsx'),
    },
    {
      path: '/organizations/add/:tab?',
      title: 'common:pages.addOrganization',
      needs: ['ORGANIZATIONS', 'ADD'],
      page: () => import('./NewOrganizationPage.tsx'),
    },
    {
      path: '/organizations/:id/:tab?',
      title: 'common:pages.organization',
      needs: ['ORGANIZATIONS', 'VIEW'],
      page: () => import('./OrganizationPage.tsx'),
    },
  ),
}
