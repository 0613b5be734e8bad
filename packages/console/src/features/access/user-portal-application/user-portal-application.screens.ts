import type { Feature } from '../../../kit/screen.ts'

/** The portal among the applications; what it shows is set in the settings. */
export const userPortalApplicationFeature: Feature = {
  order: 170,
  screens: [
    {
      path: '/applications/portal/:templateId/:id/:tab?',
      title: 'common:pages.application',
      parent: '/applications',
      needs: ['APPLICATIONS', 'VIEW'],
      conditions: ['notHiddenFeatureG', 'notFleetOnly'],
      help: 'applications',
      page: () => import('./UserPortalApplicationPage.tsx'),
    },
  ],
}
