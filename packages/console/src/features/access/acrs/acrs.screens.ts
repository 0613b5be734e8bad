import Verified from '@mui/icons-material/VerifiedUserOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const acrsFeature: Feature = {
  order: 490,
  screens: [
    {
      path: '/settings/acrs',
      title: 'common:pages.acrs',
      needs: ['SETTINGS', 'VIEW'],
      conditions: ['authAccount'],
      help: 'authenticationflows',
      menu: { group: 'access', icon: Verified },
      page: () => import('./AcrsPage.tsx'),
    },
  ],
}
