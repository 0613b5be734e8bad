import { type Feature, screensOf } from '../../../kit/screen.ts'

export const savedReportsFeature: Feature = {
  order: 390,
  screens: screensOf(
    { help: 'reports' },
    {
      path: '/reports/saved',
      title: 'common:pages.savedReports',
      parent: '/reports',
      needs: ['REPORTS', 'VIEW'],
      page: () => import('./SavedReportsPage.tsx'),
    },
    {
      path: '/reports/saved/add',
      title: 'common:pages.newReport',
      needs: ['REPORTS', 'ADD'],
      page: () => import('./NewReportPage.tsx'),
    },
    {
      path: '/reports/saved/:id',
      title: 'common:pages.savedReport',
      needs: ['REPORTS', 'VIEW'],
      page: () => import('./SavedReportPage.tsx'),
    },
  ),
}
