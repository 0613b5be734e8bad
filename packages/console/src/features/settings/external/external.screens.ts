import Hub from '@mui/icons-material/HubOutlined'
import type { Feature } from '../../../kit/screen.ts'

const page = '/settings/external'
const common = {
  title: 'common:pages.externalAuthenticators',
  needs: ['SETTINGS', 'VIEW'],
  conditions: ['authAccount', 'externalOtpAllowed'],
  help: 'settings',
} as const

export const externalFeature: Feature = {
  order: 530,
  screens: [
    {
      ...common,
      path: page,
      menu: { group: 'authenticators', icon: Hub },
      page: () => import('./ExternalPage.tsx'),
    },
    {
      ...common,
      path: `${page}/:type`,
      parent: page,
      page: () => import('./ExternalTypePage.tsx'),
    },
  ],
}
