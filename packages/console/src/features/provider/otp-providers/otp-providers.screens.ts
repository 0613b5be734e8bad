import Sms from '@mui/icons-material/SmsOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const otpProvidersFeature: Feature = {
  order: 910,
  screens: screensOf(
    { help: 'providercredentials', conditions: ['serviceProvider'] },
    {
      path: '/otpproviders',
      title: 'common:pages.otpProviders',
      needs: ['OTPPROVIDERS', 'VIEW'],
      menu: { group: 'provider', icon: Sms },
      page: () => import('./OtpProvidersPage.tsx'),
    },
  ),
}
