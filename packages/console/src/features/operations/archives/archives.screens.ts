import Inventory from '@mui/icons-material/Inventory2Outlined'
import type { Feature } from '../../../kit/screen.ts'

export const archivesFeature: Feature = {
  order: 410,
  screens: [
    {
      path: '/reports/archives',
      title: 'common:pages.archives',
      needs: ['ARCHIVES', 'VIEW'],
      help: 'archives',
      menu: { group: 'reports', icon: Inventory },
      page: () => import('./ArchivesPage.tsx'),
    },
  ],
}
