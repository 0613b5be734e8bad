import Shield from '@mui/icons-material/VerifiedUserOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const playIntegrityCredentialsFeature: Feature = {
  order: 940,
  screens: screensOf(
    { help: 'providercredentials', conditions: ['serviceProvider'] },
    {
      path: '/PlayIntegrityCredentials',
      title: 'common:pages.playIntegrity',
      needs: ['PLAYINTEGRITYCREDENTIALS', 'VIEW'],
      menu: { group: 'provider', icon: Shield },
      page: () => import('./PlayIntegrityPage.tsx'),
    },
  ),
}
