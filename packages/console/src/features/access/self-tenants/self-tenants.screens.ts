import Domain from '@mui/icons-material/DomainOutlined'
import type { Feature } from '../../../kit/screen.ts'

/** What the signed-in person of a provider looks after. */
export const selfTenantsFeature: Feature = {
  order: 580,
  screens: [
    {
      path: '/myprofile/tenants',
      title: 'common:pages.myTenants',
      parent: '/myprofile/profile',
      needs: ['TENANTS', 'VIEW'],
      conditions: ['showTenants'],
      help: 'mytenants',
      menu: { group: 'self', icon: Domain },
      page: () => import('./MyTenantsPage.tsx'),
    },
  ],
}
