import Apps from '@mui/icons-material/AppsOutlined'
import type { Feature } from '../../../kit/screen.ts'

const conditions = ['notHiddenFeatureG', 'notFleetOnly'] as const
const list = '/applications'

/** `oidc` is the family; applications of another protocol bring pages of their own. */
export const oidcApplicationsFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.applications',
      needs: ['APPLICATIONS', 'VIEW'],
      conditions,
      help: 'applications',
      menu: { group: 'applications', icon: Apps, letter: 'a' },
      page: () => import('./ApplicationsPage.tsx'),
    },
    {
      path: '/applications/add',
      title: 'common:pages.addApplication',
      parent: list,
      needs: ['APPLICATIONS', 'ADD'],
      conditions,
      help: 'applications',
      page: () => import('./TemplatesPage.tsx'),
    },
    {
      path: '/applications/add/oidc/:templateId/:tab?',
      title: 'common:pages.newApplication',
      parent: '/applications/add',
      needs: ['APPLICATIONS', 'ADD'],
      conditions,
      help: 'applications',
      page: () => import('./NewApplicationPage.tsx'),
    },
    {
      path: '/applications/oidc/:templateId/:id/:tab?',
      title: 'common:pages.application',
      parent: list,
      needs: ['APPLICATIONS', 'VIEW'],
      conditions,
      help: 'applications',
      page: () => import('./ApplicationPage.tsx'),
    },
  ],
}
