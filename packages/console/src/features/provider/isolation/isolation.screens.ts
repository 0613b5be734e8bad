import VerifiedUser from '@mui/icons-material/VerifiedUserOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const isolationFeature: Feature = {
  order: 905,
  screens: screensOf(
    { help: 'tenants', conditions: ['serviceProvider', 'noProviderAbove'] },
    {
      path: '/serviceprovider/isolation',
      title: 'common:pages.isolation',
      needs: ['TENANTS', 'VIEW'],
      menu: { group: 'provider', icon: VerifiedUser },
      page: () => import('./IsolationPage.tsx'),
    },
    {
      path: '/serviceprovider/isolation/:id',
      title: 'common:pages.isolationRun',
      needs: ['TENANTS', 'VIEW'],
      page: () => import('./IsolationRunPage.tsx'),
    },
  ),
}
