import Forward from '@mui/icons-material/ForwardOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const passthroughFeature: Feature = {
  order: 540,
  screens: screensOf(
    { conditions: ['authAccount', 'authApi'], help: 'settings' },
    {
      path: '/settings/passthrough',
      title: 'common:pages.passthroughs',
      needs: ['SETTINGS', 'VIEW'],
      menu: { group: 'authenticators', icon: Forward },
      page: () => import('./PassthroughsPage.tsx'),
    },
    {
      path: '/settings/passthrough/add',
      title: 'common:pages.addPassthrough',
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewPassthroughPage.tsx'),
    },
    {
      path: '/settings/passthrough/:passthroughId',
      title: 'common:pages.passthrough',
      needs: ['SETTINGS', 'EDIT'],
      page: () => import('./PassthroughPage.tsx'),
    },
  ),
}
