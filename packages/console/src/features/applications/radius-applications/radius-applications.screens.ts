import type { Feature } from '../../../kit/screen.ts'

const conditions = ['notHiddenFeatureG', 'notFleetOnly'] as const

/** Clients of RADIUS: they stand in the list of all applications. */
export const radiusApplicationsFeature: Feature = {
  order: 230,
  screens: [
    {
      path: '/applications/add/radius/:templateId/:tab?',
      title: 'common:pages.newApplication',
      parent: '/applications/add',
      needs: ['APPLICATIONS', 'ADD'],
      conditions,
      help: 'applications',
      page: () => import('./NewRadiusPage.tsx'),
    },
    {
      path: '/applications/radius/:templateId/:id/:tab?',
      title: 'common:pages.application',
      parent: '/applications',
      needs: ['APPLICATIONS', 'VIEW'],
      conditions,
      help: 'applications',
      page: () => import('./RadiusPage.tsx'),
    },
  ],
}
