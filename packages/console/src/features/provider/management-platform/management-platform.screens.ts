import Hub from '@mui/icons-material/HubOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const managementPlatformFeature: Feature = {
  order: 960,
  screens: screensOf(
    { help: 'providercredentials', conditions: ['serviceProvider'] },
    {
      path: '/ManagementPlatform',
      title: 'common:pages.managementPlatform',
      needs: ['SPMANAGEMENTPLATFORM', 'VIEW'],
      menu: { group: 'provider', icon: Hub },
      page: () => import('./ManagementPlatformPage.tsx'),
    },
  ),
}
