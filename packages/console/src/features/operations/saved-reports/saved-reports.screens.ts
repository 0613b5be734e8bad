import type { Feature } from '../../../kit/screen.ts'

const list = '/reports/saved'

export const savedReportsFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.savedReports',
      parent: '/reports',
      needs: ['REPORTS', 'VIEW'],
      help: 'reports',
      page: () => import('./SavedReportsPage.tsx'),
    },
    {
      path: '/reports/saved/add',
      title: 'common:pages.newReport',
      parent: list,
      needs: ['REPORTS', 'ADD'],
      help: 'reports',
      page: () => import('./NewReportPage.tsx'),
    },
    {
      path: '/reports/saved/:id',
      title: 'common:pages.savedReport',
      parent: list,
      needs: ['REPORTS', 'VIEW'],
      help: 'reports',
      page: () => import('./SavedReportPage.tsx'),
    },
  ],
}
