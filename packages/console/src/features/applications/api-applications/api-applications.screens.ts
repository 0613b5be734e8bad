import type { Feature } from '../../../kit/screen.ts'

const conditions = ['notHiddenFeatureG', 'notFleetOnly'] as const

/** Programs that sign in with a secret of their own: they stand in the list of all applications. */
export const apiApplicationsFeature: Feature = {
  order: 160,
  screens: [
    {
      path: '/applications/add/api/:templateId/:tab?',
      title: 'common:pages.newApplication',
      parent: '/applications/add',
      needs: ['APPLICATIONS', 'ADD'],
      conditions,
      help: 'applications',
      page: () => import('./NewApiApplicationPage.tsx'),
    },
    {
      path: '/applications/api/:templateId/:id/:tab?',
      title: 'common:pages.application',
      parent: '/applications',
      needs: ['APPLICATIONS', 'VIEW'],
      conditions,
      help: 'applications',
      page: () => import('./ApiApplicationPage.tsx'),
    },
  ],
}
