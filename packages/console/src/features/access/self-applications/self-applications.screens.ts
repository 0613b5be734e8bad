import Apps from '@mui/icons-material/AppsOutlined'
import type { Feature } from '../../../kit/screen.ts'

/** What the signed-in person opens from here. */
export const selfApplicationsFeature: Feature = {
  order: 570,
  screens: [
    {
      path: '/myprofile/applications',
      // The portal starts with it, unless its settings say otherwise (shell/PortalStart.tsx).
      aliases: ['/myprofile'],
      title: 'common:pages.myApplications',
      parent: '/myprofile/profile',
      conditions: ['showApplications'],
      help: 'myapplications',
      menu: { group: 'self', icon: Apps },
      page: () => import('./MyApplicationsPage.tsx'),
    },
  ],
}
