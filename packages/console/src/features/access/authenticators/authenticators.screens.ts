import Key from '@mui/icons-material/VpnKeyOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/myprofile/authenticators'

/** How the signed-in person signs in; what is enrolled has an address of its own. */
export const authenticatorsFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.myAuthenticators',
      parent: '/myprofile',
      menu: { group: 'self', icon: Key },
      page: () => import('./AuthenticatorsPage.tsx'),
    },
    {
      path: '/myprofile/authenticators/app',
      title: 'common:pages.newAuthenticator',
      parent: list,
      page: () => import('./NewAppPage.tsx'),
    },
    {
      path: '/myprofile/authenticators/passkey',
      title: 'common:pages.newPasskey',
      parent: list,
      page: () => import('./NewPasskeyPage.tsx'),
    },
  ],
}
