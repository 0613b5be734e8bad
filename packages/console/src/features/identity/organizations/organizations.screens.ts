import Business from '@mui/icons-material/BusinessOutlined'
import { type Feature, type PaletteSource, screensOf } from '../../../kit/screen.ts'

/** Loaded with the first search: no page waits for it. */
const findOrganizations: PaletteSource['find'] = async (typed, signal) =>
  (await import('./organizations.queries.ts')).findOrganizations(typed, signal)

export const organizationsFeature: Feature = {
  order: 50,
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
  palette: [
    {
      heading: 'common:pages.organizations',
      needs: ['ORGANIZATIONS', 'VIEW'],
      conditions: ['authAccount'],
      find: findOrganizations,
    },
  ],
}
