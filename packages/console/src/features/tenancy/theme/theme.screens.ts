import Palette from '@mui/icons-material/PaletteOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const themeFeature: Feature = {
  screens: [
    {
      path: '/theme',
      title: 'common:pages.theme',
      needs: ['SUBSCRIBERS', 'VIEW'],
      conditions: ['notDirectLocked'],
      help: 'theme',
      menu: { group: 'branding', icon: Palette },
      page: () => import('./ThemePage.tsx'),
    },
  ],
}
