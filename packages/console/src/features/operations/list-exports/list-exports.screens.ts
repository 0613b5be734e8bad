import FileDownload from '@mui/icons-material/FileDownloadOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const listExportsFeature: Feature = {
  order: 420,
  screens: [
    {
      path: '/exports',
      title: 'common:pages.exports',
      needs: ['EXPORTREPORTS', 'VIEW'],
      help: 'exports',
      menu: { group: 'reports', icon: FileDownload, letter: 'x' },
      page: () => import('./ListExportsPage.tsx'),
    },
  ],
}
