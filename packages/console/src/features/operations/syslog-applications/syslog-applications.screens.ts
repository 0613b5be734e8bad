import type { Feature } from '../../../kit/screen.ts'

const conditions = ['notHiddenFeatureG', 'notFleetOnly'] as const

/** Collectors that are sent the audit events: they stand in the list of all applications. */
export const syslogApplicationsFeature: Feature = {
  order: 180,
  screens: [
    {
      path: '/applications/add/syslog/:templateId/:tab?',
      title: 'common:pages.newApplication',
      parent: '/applications/add',
      needs: ['APPLICATIONS', 'ADD'],
      conditions,
      help: 'applications',
      page: () => import('./NewSyslogPage.tsx'),
    },
    {
      path: '/applications/syslog/:templateId/:id/:tab?',
      title: 'common:pages.application',
      parent: '/applications',
      needs: ['APPLICATIONS', 'VIEW'],
      conditions,
      help: 'applications',
      page: () => import('./SyslogPage.tsx'),
    },
  ],
}
