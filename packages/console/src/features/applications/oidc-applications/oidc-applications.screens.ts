import Apps from '@mui/icons-material/AppsOutlined'
import type { Feature, PaletteSource } from '../../../kit/screen.ts'

const conditions = ['notHiddenFeatureG', 'notFleetOnly'] as const
const list = '/applications'

/** Loaded with the first search: no page waits for it. */
const findApplications: PaletteSource['find'] = async (typed, signal) =>
  (await import('./oidc-applications.queries.ts')).findApplications(typed, signal)

/** `oidc` is the family; applications of another protocol bring pages of their own. */
export const oidcApplicationsFeature: Feature = {
  order: 150,
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
  palette: [
    {
      heading: 'common:pages.applications',
      needs: ['APPLICATIONS', 'VIEW'],
      conditions,
      find: findApplications,
    },
  ],
}
