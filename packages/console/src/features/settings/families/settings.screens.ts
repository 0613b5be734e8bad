import Block from '@mui/icons-material/BlockOutlined'
import Campaign from '@mui/icons-material/CampaignOutlined'
import Dashboard from '@mui/icons-material/DashboardCustomizeOutlined'
import Face from '@mui/icons-material/FaceOutlined'
import Fingerprint from '@mui/icons-material/FingerprintOutlined'
import HowToReg from '@mui/icons-material/HowToRegOutlined'
import Mail from '@mui/icons-material/MarkEmailReadOutlined'
import Phone from '@mui/icons-material/PhoneIphoneOutlined'
import Public from '@mui/icons-material/PublicOutlined'
import Quiz from '@mui/icons-material/QuizOutlined'
import SendToMobile from '@mui/icons-material/SendToMobileOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import Speed from '@mui/icons-material/SpeedOutlined'
import VpnKey from '@mui/icons-material/VpnKeyOutlined'
import Wallet from '@mui/icons-material/WalletOutlined'
import type { Feature, Screen } from '../../../kit/screen.ts'

const common = { needs: ['SETTINGS', 'VIEW'], help: 'settings' } as const
/** A group policy's own values among the settings of a page. */
const ofPolicy = { ...common, conditions: ['authAccount', 'groupManagementAll'] } as const

/** A page whose parts stand in the address; the first opens without one. */
const withTabs = ({ menu, ...screen }: Screen): readonly Screen[] => [
  { ...screen, ...(menu === undefined ? {} : { menu }) },
  { ...screen, path: `${screen.path}/:tab`, parent: screen.path },
]

const screens: readonly Screen[] = [
  ...withTabs({
    ...common,
    path: '/settings/general',
    title: 'common:pages.generalSettings',
    menu: { group: 'settings', icon: Settings, letter: 's' },
    page: () => import('./GeneralPage.tsx'),
  }),
  ...withTabs({
    ...common,
    path: '/settings/authenticators',
    title: 'common:pages.authenticatorSettings',
    menu: { group: 'authenticators', icon: VpnKey },
    page: () => import('./AuthenticatorsPage.tsx'),
  }),
  ...withTabs({
    ...common,
    path: '/settings/kba',
    title: 'common:pages.kbaSettings',
    conditions: ['authAccount'],
    menu: { group: 'authenticators', icon: Quiz },
    page: () => import('./KbaPage.tsx'),
  }),
  ...withTabs({
    ...common,
    path: '/settings/registration',
    title: 'common:pages.registrationSettings',
    menu: { group: 'users', icon: HowToReg },
    page: () => import('./RegistrationPage.tsx'),
  }),
  {
    ...common,
    path: '/settings/userportal',
    title: 'common:pages.userPortalSettings',
    menu: { group: 'branding', icon: Dashboard },
    page: () => import('./UserPortalPage.tsx'),
  },
  {
    ...ofPolicy,
    path: '/settings/userportal/:id',
    title: 'common:pages.userPortalSettings',
    parent: '/settings/userportal',
    page: () => import('./PolicyUserPortalPage.tsx'),
  },
  {
    ...common,
    path: '/settings/UserNotification',
    title: 'common:pages.userNotificationSettings',
    menu: { group: 'settings', icon: Mail },
    page: () => import('./UserNotificationPage.tsx'),
  },
  {
    ...common,
    path: '/settings/notification',
    title: 'common:pages.notificationSettings',
    menu: { group: 'settings', icon: Campaign },
    page: () => import('./NotificationPage.tsx'),
  },
  ...withTabs({
    ...common,
    path: '/settings/blocklist',
    title: 'common:pages.blocklist',
    menu: { group: 'access', icon: Block },
    page: () => import('./BlocklistPage.tsx'),
  }),
  ...withTabs({
    ...common,
    path: '/settings/devices',
    title: 'common:pages.deviceFingerprint',
    conditions: ['authAccount'],
    menu: { group: 'access', icon: Fingerprint },
    page: () => import('./DevicesPage.tsx'),
  }),
  {
    ...common,
    path: '/settings/rba',
    aliases: ['/settings/rba/:id'],
    title: 'common:pages.rbaSettings',
    conditions: ['authAccount'],
    help: 'resourcerules',
    menu: { group: 'access', icon: Speed },
    page: () => import('./RbaPage.tsx'),
  },
  {
    ...common,
    path: '/settings/mobileflashpass',
    title: 'common:pages.flashPassSettings',
    conditions: ['notAuthAccount', 'notDirectTenant'],
    help: 'flashpasses',
    menu: { group: 'cards', icon: Wallet },
    page: () => import('./FlashPassPage.tsx'),
  },
  {
    ...common,
    path: '/settings/softtokensdk',
    title: 'common:pages.softTokenSdk',
    conditions: ['authAccount'],
    menu: { group: 'authenticators', icon: SendToMobile },
    page: () => import('./SoftTokenSdkPage.tsx'),
  },
  {
    ...ofPolicy,
    path: '/settings/softtokensdk/:id',
    title: 'common:pages.softTokenSdk',
    parent: '/settings/softtokensdk',
    page: () => import('./PolicySoftTokenPage.tsx'),
  },
  {
    ...common,
    path: '/settings/activesyncaccess',
    title: 'common:pages.activeSyncAccess',
    conditions: ['notFleetOnly'],
    menu: { group: 'authenticators', icon: Phone },
    page: () => import('./ActiveSyncPage.tsx'),
  },
  ...withTabs({
    ...common,
    path: '/settings/onfido',
    title: 'common:pages.faceVerification',
    conditions: ['authAccount'],
    menu: { group: 'authenticators', icon: Face },
    page: () => import('./FacePage.tsx'),
  }),
  {
    ...common,
    path: '/settings/cors',
    title: 'common:pages.cors',
    conditions: ['notFleetOnly'],
    menu: { group: 'applications', icon: Public },
    page: () => import('./CorsPage.tsx'),
  },
]

export const settingsFeature: Feature = {
  order: 460,
  screens,
  sections: async () => (await import('./sections.ts')).sections,
}
