import Devices from '@mui/icons-material/DevicesOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import Password from '@mui/icons-material/PasswordOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import type { Feature } from '../../../kit/screen.ts'

const profile = '/myprofile/profile'
const help = 'profile'

export const profileFeature: Feature = {
  order: 590,
  screens: [
    {
      path: profile,
      title: 'common:pages.profile',
      conditions: ['showProfile'],
      help,
      menu: { group: 'self', icon: Person, letter: 'p' },
      page: () => import('./ProfilePage.tsx'),
    },
    {
      path: '/myprofile/devices',
      title: 'common:pages.myDevices',
      parent: profile,
      conditions: ['showDevices'],
      help,
      menu: { group: 'self', icon: Devices },
      page: () => import('./SessionsPage.tsx'),
    },
    {
      path: '/myreports',
      title: 'common:pages.myActivity',
      parent: profile,
      conditions: ['authAccount', 'showMyActivities'],
      help,
      menu: { group: 'self', icon: History },
      page: () => import('./ActivityPage.tsx'),
    },
    {
      path: '/password',
      title: 'common:pages.myPassword',
      parent: profile,
      help,
      menu: { group: 'self', icon: Password },
      page: () => import('./PasswordPage.tsx'),
    },
  ],
}
