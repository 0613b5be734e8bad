import Forward from '@mui/icons-material/ForwardOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/settings/passthrough'
const common = { conditions: ['authAccount', 'authApi'], help: 'settings' } as const

export const passthroughFeature: Feature = {
  screens: [
    {
      ...common,
      path: list,
      title: 'common:pages.passthroughs',
      needs: ['SETTINGS', 'VIEW'],
      menu: { group: 'settings', icon: Forward },
      page: () => import('./PassthroughsPage.tsx'),
    },
    {
      ...common,
      path: '/settings/passthrough/add',
      title: 'common:pages.addPassthrough',
      parent: list,
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewPassthroughPage.tsx'),
    },
    {
      ...common,
      path: '/settings/passthrough/:passthroughId',
      title: 'common:pages.passthrough',
      parent: list,
      needs: ['SETTINGS', 'EDIT'],
      page: () => import('./PassthroughPage.tsx'),
    },
  ],
}
