import Notifications from '@mui/icons-material/NotificationsOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const pushCredentialsFeature: Feature = {
  order: 920,
  screens: screensOf(
    { help: 'providercredentials', conditions: ['serviceProvider'] },
    {
      path: '/PushCredentials',
      title: 'common:pages.pushCredentials',
      needs: ['PUSHCREDENTIALS', 'VIEW'],
      menu: { group: 'provider', icon: Notifications },
      page: () => import('./PushCredentialsPage.tsx'),
    },
  ),
}
