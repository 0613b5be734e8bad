import Palette from '@mui/icons-material/PaletteOutlined'
import { themeColours } from '@signet/rules/tenants'
import type { Feature } from '../../../kit/screen.ts'

export const themeFeature: Feature = {
  order: 430,
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
  sections: async () => [
    { path: '/theme', fields: 'customization:theme.logo', only: ['label'] },
    { path: '/theme', fields: 'customization:theme.colours', only: themeColours },
    { path: '/theme', fields: 'customization:theme.motd', only: ['label'] },
    { path: '/theme', fields: 'customization:theme.defaultLocale', only: ['label'] },
  ],
}
