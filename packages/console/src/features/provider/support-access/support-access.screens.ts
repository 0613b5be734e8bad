import SupportAgent from '@mui/icons-material/SupportAgentOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const supportAccessFeature: Feature = {
  order: 465,
  screens: screensOf(
    { help: 'supportaccess', needs: ['SUPPORTGRANTS', 'VIEW'] },
    {
      path: '/supportaccess',
      title: 'common:pages.supportAccess',
      menu: { group: 'settings', icon: SupportAgent },
      page: () => import('./SupportAccessPage.tsx'),
    },
    {
      path: '/supportaccess/:id',
      title: 'common:pages.supportGrant',
      page: () => import('./SupportGrantPage.tsx'),
    },
  ),
}
