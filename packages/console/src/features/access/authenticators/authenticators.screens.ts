import Key from '@mui/icons-material/VpnKeyOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/myprofile/authenticators'
const conditions = ['showAuthenticators'] as const

/** How the signed-in person signs in; what is enrolled has an address of its own. */
export const authenticatorsFeature: Feature = {
  order: 600,
  entrance: () => import('./EntrancePage.tsx'),
  screens: [
    {
      path: list,
      title: 'common:pages.myAuthenticators',
      parent: '/myprofile/profile',
      conditions,
      help: 'authenticators',
      menu: { group: 'self', icon: Key },
      page: () => import('./AuthenticatorsPage.tsx'),
    },
    {
      path: '/myprofile/authenticators/app',
      title: 'common:pages.newAuthenticator',
      parent: list,
      conditions,
      help: 'soft-token',
      page: () => import('./NewAppPage.tsx'),
    },
    {
      path: '/myprofile/authenticators/signet',
      title: 'common:pages.newSoftToken',
      parent: list,
      conditions,
      help: 'soft-token',
      page: () => import('./NewSoftTokenPage.tsx'),
    },
    {
      path: '/myprofile/authenticators/passkey',
      title: 'common:pages.newPasskey',
      parent: list,
      conditions,
      help: 'passkey',
      page: () => import('./NewPasskeyPage.tsx'),
    },
  ],
}
