import Devices from '@mui/icons-material/DevicesOutlined'
import Password from '@mui/icons-material/PasswordOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import type { Feature } from '../../../kit/screen.ts'

const profile = '/myprofile'

export const profileFeature: Feature = {
  screens: [
    {
      path: profile,
      title: 'common:pages.profile',
      menu: { group: 'self', icon: Person, letter: 'p' },
      page: () => import('./ProfilePage.tsx'),
    },
    {
      path: '/myprofile/devices',
      title: 'common:pages.myDevices',
      parent: profile,
      menu: { group: 'self', icon: Devices },
      page: () => import('./SessionsPage.tsx'),
    },
    {
      path: '/password',
      title: 'common:pages.myPassword',
      parent: profile,
      menu: { group: 'self', icon: Password },
      page: () => import('./PasswordPage.tsx'),
    },
  ],
}
