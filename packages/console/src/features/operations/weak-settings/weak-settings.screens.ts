import GppMaybe from '@mui/icons-material/GppMaybeOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const weakSettingsFeature: Feature = {
  order: 480,
  screens: [
    {
      path: '/settings/weak',
      title: 'common:pages.weakSettings',
      needs: ['SETTINGS', 'VIEW'],
      help: 'settings',
      menu: { group: 'settings', icon: GppMaybe },
      page: () => import('./WeakSettingsPage.tsx'),
    },
  ],
}
