import Badge from '@mui/icons-material/WorkspacePremiumOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const pkiaasCredentialsFeature: Feature = {
  order: 950,
  screens: screensOf(
    { help: 'providercredentials', conditions: ['serviceProvider'] },
    {
      path: '/PKIaaSCredentials',
      title: 'common:pages.pkiaasCredentials',
      needs: ['PKIAASCREDENTIALS', 'VIEW'],
      menu: { group: 'provider', icon: Badge },
      page: () => import('./PkiaasCredentialsPage.tsx'),
    },
  ),
}
