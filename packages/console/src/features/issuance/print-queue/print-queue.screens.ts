import Queue from '@mui/icons-material/FormatListNumberedOutlined'
import type { Feature } from '../../../kit/screen.ts'

export const printQueueFeature: Feature = {
  order: 340,
  screens: [
    {
      path: '/printqueue',
      title: 'common:pages.printQueue',
      needs: ['PRINTERS', 'VIEW'],
      conditions: ['issuanceAccount'],
      help: 'printers',
      menu: { group: 'cards', icon: Queue },
      page: () => import('./PrintQueuePage.tsx'),
    },
  ],
}
