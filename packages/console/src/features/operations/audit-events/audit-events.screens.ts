import FactCheck from '@mui/icons-material/FactCheckOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const auditEventsFeature: Feature = {
  order: 380,
  screens: [
    {
      path: '/reports',
      title: 'common:pages.reports',
      needs: ['REPORTS', 'VIEW'],
      help: 'audit',
      menu: { group: 'reports', icon: FactCheck, letter: 'r' },
      page: () => import('./AuditReportPage.tsx'),
    },
    {
      path: '/reports/archives/:archiveId',
      title: 'common:pages.archive',
      parent: '/reports/archives',
      needs: ['ARCHIVES', 'VIEW'],
      help: 'archives',
      page: () => import('./ArchivedReportPage.tsx'),
    },
  ],
}
